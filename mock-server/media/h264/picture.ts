/**
 * A picture as the encoder takes it: cells of one colour each, 4 pixels wide for brightness and 8 for colour, and here and
 * there a macroblock that is given pixel by pixel. Whoever paints over it marks what the next frame has to tell.
 */

/**
 * Y, Cb and Cr. Brightness in steps of 16 and colour in steps of 4 are what the encoder keeps exactly, without rounding.
 */
export type Colour = readonly [y: number, cb: number, cr: number];

export const macroblockPixels = 16;
const cellsAcross = 4;

export class Picture {
  /** In macroblocks. */
  readonly columns: number;
  readonly rows: number;
  /** In cells: of brightness four a macroblock and side, of colour two. */
  readonly stride: number;
  readonly y: Uint8Array;
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
  /** Macroblocks given by their pixels: 256 of brightness, 64 of each colour. */
  readonly exact = new Map<number, Uint8Array>();
  /** 1 for each macroblock that was painted, and which those are. */
  readonly #isChanged: Uint8Array;
  #changed: number[] = [];

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.columns = Math.ceil(width / macroblockPixels);
    this.rows = Math.ceil(height / macroblockPixels);
    this.stride = this.columns * cellsAcross;
    const cells = this.stride * this.rows * cellsAcross;
    this.y = new Uint8Array(cells).fill(16);
    this.cb = new Uint8Array(cells / 4).fill(128);
    this.cr = new Uint8Array(cells / 4).fill(128);
    this.#isChanged = new Uint8Array(this.columns * this.rows);
  }

  /**
   * Paints cells of brightness from one up to, not including, another, and the cells of colour around them. Outside the
   * picture nothing happens; where there were pixels, there are cells again.
   */
  fill(left: number, top: number, right: number, bottom: number, colour: Colour): void {
    const x0 = Math.max(0, left);
    const x1 = Math.min(right, this.stride);
    const y0 = Math.max(0, top);
    const y1 = Math.min(bottom, this.rows * cellsAcross);
    if (x0 >= x1 || y0 >= y1) return;
    if (this.exact.size > 0) this.#dropExact(x0 >> 2, y0 >> 2, (x1 - 1) >> 2, (y1 - 1) >> 2);
    // A picture has tens of thousands of cells: what is asked for each of them is at hand.
    const { columns, y: brights, cb: blues, cr: reds } = this;
    const isChanged = this.#isChanged;
    const bright = colour[0];
    const cb = colour[1];
    const cr = colour[2];
    for (let y = y0; y < y1; y++) {
      for (let x = x0, at = y * this.stride + x0; x < x1; x++, at++) {
        if (brights[at] === bright) continue;
        brights[at] = bright;
        const macroblock = (y >> 2) * columns + (x >> 2);
        if (isChanged[macroblock] === 0) this.#change(macroblock);
      }
    }
    const stride = this.stride >> 1;
    for (let y = y0 >> 1; y <= (y1 - 1) >> 1; y++) {
      for (let x = x0 >> 1; x <= (x1 - 1) >> 1; x++) {
        const at = y * stride + x;
        if (blues[at] === cb && reds[at] === cr) continue;
        blues[at] = cb;
        reds[at] = cr;
        const macroblock = (y >> 1) * columns + (x >> 1);
        if (isChanged[macroblock] === 0) this.#change(macroblock);
      }
    }
  }

  /**
   * Gives a macroblock by its pixels. Its neighbours go by a cell's colour: that of its last row and column, if one of them
   * is made of cells.
   */
  setExact(macroblock: number, pixels: Uint8Array, edge: Colour): void {
    const before = this.exact.get(macroblock);
    if (before !== undefined && Buffer.compare(before, pixels) === 0) return;
    const [left, top] = [
      (macroblock % this.columns) * cellsAcross,
      Math.floor(macroblock / this.columns) * cellsAcross,
    ];
    this.fill(left, top, left + cellsAcross, top + cellsAcross, edge);
    this.exact.set(macroblock, pixels);
    this.#change(macroblock);
  }

  /** The macroblocks that were painted since it was asked last, in order. */
  takeChanged(): number[] {
    const changed = this.#changed.toSorted((a, b) => a - b);
    for (const macroblock of changed) this.#isChanged[macroblock] = 0;
    this.#changed = [];
    return changed;
  }

  #change(macroblock: number): void {
    if (this.#isChanged[macroblock] === 1) return;
    this.#isChanged[macroblock] = 1;
    this.#changed.push(macroblock);
  }

  /** Of the macroblocks from one column and row to another. */
  #dropExact(left: number, top: number, right: number, bottom: number): void {
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const macroblock = row * this.columns + column;
        if (this.exact.delete(macroblock)) this.#change(macroblock);
      }
    }
  }
}
