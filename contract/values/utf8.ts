export const notUtf8 = 'holds a character that is not UTF-8. Save the file as UTF-8.';

/** Returns the text, and the line of the first byte that is not UTF-8. U+FFFD itself may stand in a text. */
export function decodeUtf8(bytes: Uint8Array): { text: string; wrongLine: number | undefined } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(text);
  const wrong = again.findIndex((byte, index) => byte !== bytes[index]);
  if (wrong < 0) return { text, wrongLine: undefined };
  return { text, wrongLine: bytes.subarray(0, wrong).filter((byte) => byte === 10).length + 1 };
}
