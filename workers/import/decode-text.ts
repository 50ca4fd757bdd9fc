/**
 * Decodes the text of a file by its bytes first: by the byte order mark, by the zeros of UTF-16, then as UTF-8, which hardly
 * any other text resembles. Only if none of these fits does what the file says count, or the Western encoding of Windows.
 *
 * @param findStated returns the encoding that the text states, from its first characters; empty for none
 */
export function decodeText(bytes: Uint8Array, findStated: (start: string) => string = () => ''): string {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return as('utf-16le', bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return as('utf-16be', bytes);
  const text = as('utf-8', bytes);
  // A name that was cut in the middle of a letter doesn't mean another encoding.
  let [lost, read] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) lost += 1;
    else if (code > 0x7f) read += 1;
  }
  if (lost === 0 || lost < read) return text;
  const stated = findStated(text.slice(0, 200));
  return as(stated === '' || /^utf/i.test(stated) ? 'windows-1252' : stated, bytes);
}

function as(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
