/** Bits one behind the other, the highest first, as streams of pictures and sound are written. */

export class BitWriter {
  #bytes = new Uint8Array(256);
  #length = 0;
  /** What is no whole byte yet: so many bits, the lowest of the number. */
  #held = 0;
  #waiting = 0;

  /** The lowest `count` bits of a number, at most 32. */
  bits(value: number, count: number): this {
    // With up to seven that wait, 24 are what 32 have room for.
    if (count > 24) return this.bits(value >>> 24, count - 24).bits(value, 24);
    let held = (this.#held << count) | (value & ((1 << count) - 1));
    let waiting = this.#waiting + count;
    while (waiting >= 8) {
      waiting -= 8;
      this.#push(held >>> waiting);
    }
    held &= (1 << waiting) - 1;
    this.#held = held;
    this.#waiting = waiting;
    return this;
  }

  /** A whole number from 0 on, the shorter the smaller it is: `ue(v)` of H.264. */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    // Its zeros stand in front of it in the same number, where this has room for them.
    return length <= 12 ? this.bits(value + 1, 2 * length - 1) : this.bits(0, length - 1).bits(value + 1, length);
  }

  /** A whole number of either sign: `se(v)` of H.264. */
  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** So many zeros, then a one. */
  unary(zeros: number): this {
    let left = zeros;
    for (; left >= 24; left -= 24) this.bits(0, 24);
    return this.bits(1, left + 1);
  }

  /** Zeros up to the next whole byte. */
  align(): this {
    return this.#waiting === 0 ? this : this.bits(0, 8 - this.#waiting);
  }

  bytes(values: Uint8Array): this {
    for (let at = 0; at < values.length; at++) this.bits(values[at] ?? 0, 8);
    return this;
  }

  /** What was written so far, in whole bytes. */
  take(): Uint8Array {
    this.align();
    return this.#bytes.subarray(0, this.#length);
  }

  /** The lowest eight bits. */
  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 4);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}
