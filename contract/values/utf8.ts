export const invalidUtf8Message = 'holds a character that is not UTF-8. Save the file as UTF-8.';

/** Decodes UTF-8. `wrongLine` is the line number of the first invalid byte; an encoded U+FFFD is valid. */
export function decodeUtf8(bytes: Uint8Array): { text: string; wrongLine: number | undefined } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const encoded = new TextEncoder().encode(text);
  const wrongIndex = encoded.findIndex((byte, index) => byte !== bytes[index]);
  if (wrongIndex < 0) return { text, wrongLine: undefined };
  return {
    text,
    wrongLine: bytes.subarray(0, wrongIndex).filter((byte) => byte === 10).length + 1,
  };
}
