/** Dragging a piece with mouse or finger: its picture follows the pointer until it is dropped. */

/** A shorter movement is a tap. */
const NEAR = 6;
/** A finger hides what is under it, so the piece is drawn above it. */
const ABOVE = 48;

interface Ways<T> {
  /** Whether the piece may be put on a place of the board, marked with data-place. */
  takes: (piece: T, place: string) => boolean;
  /** The piece is dragged over a place that takes it, or over none. */
  over: (place: string | null) => void;
  drop: (piece: T, place: string) => void;
}

export class Drag<T> {
  /** The dragged piece, its position in page units, and the place under it that takes it. */
  held = $state.raw<{ piece: T; x: number; y: number; place: string | null } | null>(null);
  private start: { piece: T; x: number; y: number; id: number } | null = null;
  private moved = false;

  constructor(private ways: Ways<T>) {}

  /** Whether the next click only ends a drag. */
  get dragged(): boolean {
    return this.moved;
  }

  /** Attributes that make an element the grip of a piece; spread them into it. */
  grip(piece: T) {
    return {
      "data-grip": "",
      onpointerdown: (event: PointerEvent & { currentTarget: Element }) => this.down(event, piece),
      onpointermove: (event: PointerEvent) => this.move(event),
      onpointerup: (event: PointerEvent) => this.end(event),
      onpointercancel: (event: PointerEvent) => this.end(event),
    };
  }

  private down(event: PointerEvent & { currentTarget: Element }, piece: T): void {
    this.moved = false;
    if (event.button !== 0) return;
    this.start = { piece, x: event.clientX, y: event.clientY, id: event.pointerId };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { start } = this;
    if (!start || event.pointerId !== start.id) return;
    if (!this.moved && Math.hypot(event.clientX - start.x, event.clientY - start.y) < NEAR) return;
    this.moved = true;
    const zoom = Number(getComputedStyle(document.body).zoom) || 1;
    const [x, y] = at(event);
    const place = this.under(start.piece, x, y);
    if (place !== this.held?.place) this.ways.over(place);
    this.held = { piece: start.piece, x: x / zoom, y: y / zoom, place };
  }

  private end(event: PointerEvent): void {
    const { start, held } = this;
    this.start = this.held = null;
    if (!start || !held) return;
    const place = event.type === "pointerup" ? this.under(start.piece, ...at(event)) : null;
    this.ways.over(null);
    if (place) this.ways.drop(start.piece, place);
  }

  /** Places may overlap; other elements cover the places below them. */
  private under(piece: T, x: number, y: number): string | null {
    for (const element of document.elementsFromPoint(x, y)) {
      const place = element.closest<HTMLElement | SVGElement>("[data-place]")?.dataset.place;
      if (place === undefined) return null;
      if (this.ways.takes(piece, place)) return place;
    }
    return null;
  }
}

const at = (event: PointerEvent): [x: number, y: number] => [event.clientX, event.clientY - (event.pointerType === "mouse" ? 0 : ABOVE)];
