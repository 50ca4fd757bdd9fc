/** A Blob that counts what is read of it. */
export class CountedBlob extends Blob {
  /** How many slices were taken. */
  slices = 0;
  /** Bytes of all slices together. */
  bytesRead = 0;

  override slice(start = 0, end = this.size, type?: string): Blob {
    this.slices += 1;
    this.bytesRead += Math.max(0, Math.min(end, this.size) - start);
    return super.slice(start, end, type);
  }
}
