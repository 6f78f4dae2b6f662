/** Why something counts: asked of the rules when it is pointed at, a little later and once for each position. */

export interface Told {
  /** The spaces that a creature looks at. */
  region: string[];
  /** Spaces that count, with what they bring together. */
  groups: { spaces: string[]; points: number | null }[];
}
type Explain = (about: string, where?: { seat?: number }) => Promise<any>;

const WAIT = 150;

export class Hints {
  told = $state.raw<Told | null>(null);
  private known = new Map<string, Promise<any>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";

  /** Another position: what was told holds no more. */
  forget(): void {
    this.known.clear();
    this.ask(null);
  }

  ask(about: string | null, seat = 0, explain?: Explain): void {
    const key = about ? `${about} ${seat}` : "";
    if (key === this.wanted) return;
    this.wanted = key;
    this.told = null;
    clearTimeout(this.timer);
    if (!about || !explain) return;
    this.timer = setTimeout(() => {
      const told = this.known.get(key) ?? explain(about, { seat });
      this.known.set(key, told);
      told.then(
        (found) => {
          if (this.wanted === key) this.told = drawn(found);
        },
        // A hint that does not come is no harm.
        () => this.known.delete(key),
      );
    }, WAIT);
  }
}

function drawn(found: any): Told | null {
  if (found.groups) return { region: [], groups: found.groups };
  if (!found.region) return null;
  // Where a creature looks everywhere, only what counts is worth a mark.
  const all = found.region.length > 20;
  return { region: all ? [] : found.region, groups: found.counting.map((space: string) => ({ spaces: [space], points: null })) };
}
