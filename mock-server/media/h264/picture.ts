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
  readonly #changed = new Set<number>();

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
  }

  /**
   * Paints a cell of brightness, and the cell of colour around it. Outside the picture nothing happens; where there were
   * pixels, there are cells again.
   */
  paint(x: number, y: number, [bright, cb, cr]: Colour): void {
    if (x < 0 || y < 0 || x >= this.stride || y >= this.rows * cellsAcross) return;
    const at = y * this.stride + x;
    const colourAt = (y >> 1) * (this.stride >> 1) + (x >> 1);
    const macroblock = (y >> 2) * this.columns + (x >> 2);
    const wasExact = this.exact.delete(macroblock);
    if (!wasExact && this.y[at] === bright && this.cb[colourAt] === cb && this.cr[colourAt] === cr) return;
    this.y[at] = bright;
    this.cb[colourAt] = cb;
    this.cr[colourAt] = cr;
    this.#changed.add(macroblock);
  }

  /** From a cell up to, not including, another. */
  fill(left: number, top: number, right: number, bottom: number, colour: Colour): void {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) this.paint(x, y, colour);
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
    this.#changed.add(macroblock);
  }

  /** The macroblocks that were painted since it was asked last, in order. */
  takeChanged(): number[] {
    const changed = [...this.#changed].toSorted((a, b) => a - b);
    this.#changed.clear();
    return changed;
  }
}
