/**
 * Where things lie on a board of four by four spaces.
 *
 *        a  b  c  d
 *      1 .  .  .  .     rows go away from the back (1) to the front (4)
 *      2 .  .  .  .
 *      3 .  .  .  .     slanted: turned 16 degrees, foreshortened to 0.82, a piece is 15 % of a cell high
 *      4 .  .  .  .
 */

const TURN = (16 * Math.PI) / 180;
const TILT = 0.82;
const CELL = 100;
export const RISE = 15;

const A = Math.cos(TURN);
const B = TILT * Math.sin(TURN);
const C = -Math.sin(TURN);
const D = TILT * Math.cos(TURN);

export interface Place {
  space: string;
  row: number;
  column: number;
}

export const PLACES: Place[] = [..."1234"].flatMap((number, row) =>
  [..."abcd"].map((letter, column) => ({ space: letter + number, row, column })),
);
export const ROWS = [0, 1, 2, 3].map((row) => PLACES.filter((place) => place.row === row));

/** A board point (row, column, height in pieces) in the slanted drawing. */
export function slant(row: number, column: number, height = 0): [x: number, y: number] {
  const u = (column - 2) * CELL;
  const v = (row - 2) * CELL;
  return [A * u + C * v, B * u + D * v - height * RISE];
}

/** Draw something flat as lying on the slanted board, its origin at a point of the drawing. */
export const lying = (x: number, y: number, scale = 1): string =>
  `matrix(${[A, B, C, D].map((part) => (part * scale).toFixed(4)).join(" ")} ${x.toFixed(1)} ${y.toFixed(1)})`;

/** The middle of a stack's top face in the slanted drawing. */
export const topOf = ({ row, column }: Place, height: number): [x: number, y: number] =>
  slant(row + 0.5, column + 0.5, height);

/** The outline of the board, a little around the spaces. */
export const SLAB = (
  [
    [-0.22, -0.22],
    [-0.22, 4.22],
    [4.22, 4.22],
    [4.22, -0.22],
  ] as const
).map(([row, column]) => slant(row, column));

export const SLANT_BOX = "-302 -250 604 518";

/** Side of a space from above, and the border around the spaces. */
export const SIZE = 44;
const BORDER = 6;
const WHOLE = 4 * SIZE + 2 * BORDER;
export const FLAT_BOX = `0 0 ${WHOLE} ${WHOLE}`;
export const FLAT_SIDE = WHOLE;

/** The middle of a space from above. */
export const flatMiddle = ({ row, column }: Place): [x: number, y: number] => [
  BORDER + (column + 0.5) * SIZE,
  BORDER + (row + 0.5) * SIZE,
];

function well(place: Place): string {
  const [x, y] = topOf(place, 0);
  const corners = [-47, 47, 47, -47].map((u, corner) => {
    const v = corner < 2 ? -47 : 47;
    return `${(x + A * u + C * v).toFixed(1)} ${(y + B * u + D * v).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The touch target in the slanted drawing: the well, and the stack on it no wider than its top. */
export function slantedShape(place: Place, height: number): string {
  if (!height) return well(place);
  const [x, y] = topOf(place, 0);
  // A bit smaller than the piece, so that the middle of the space behind stays free.
  return `${well(place)}M${x - 33} ${y}V${y - height * RISE}a33 28 0 0 1 66 0V${y}Z`;
}

/** The ring of the keyboard's focus: around the well, or around the top of the stack. */
export function slantedRing(place: Place, height: number): string {
  if (!height) return well(place);
  const [x, y] = topOf(place, height);
  return `M${x - 52} ${y}a52 45 0 1 1 104 0a52 45 0 1 1 -104 0Z`;
}

/** The touch target and focus ring from above: the whole square. */
export function flatShape(place: Place): string {
  const [x, y] = flatMiddle(place);
  const [half, round] = [SIZE / 2, 10];
  const side = SIZE - 2 * round;
  const turn = `a${round} ${round} 0 0 1`;
  return `M${x - half + round} ${y - half}h${side}${turn} ${round} ${round}v${side}${turn} ${-round} ${round}h${-side}${turn} ${-round} ${-round}v${-side}${turn} ${round} ${-round}Z`;
}
