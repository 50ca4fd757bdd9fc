/** Makes a ZIP of these files without compression, also in a browser. Their checksums are 0, which the app doesn't read. */
export function storedZip(files: Readonly<Record<string, string>>): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [new TextEncoder().encode(path), new TextEncoder().encode(text)];
    const local = record(30, { 0: 0x04034b50, 18: content.length, 22: content.length, 26: name.length });
    const entry = record(46, { 0: 0x02014b50, 20: content.length, 24: content.length, 28: name.length, 42: at });
    parts.push(local, name, content);
    list.push(entry, name);
    at += local.length + name.length + content.length;
  }
  const count = Object.keys(files).length;
  const size = list.reduce((sum, part) => sum + part.length, 0);
  return new Blob([...parts, ...list, record(22, { 0: 0x06054b50, 8: count | (count << 16), 12: size, 16: at })]);
}

/** A record of a ZIP, with numbers of 32 bits at these places; the others are 0. */
function record(length: number, numbers: Readonly<Record<number, number>>): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(length));
  for (const [at, number] of Object.entries(numbers)) view.setUint32(Number(at), number, true);
  return new Uint8Array(view.buffer);
}
