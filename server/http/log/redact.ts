const redacted = '[redacted]';

/** Names of fields whose values are secret, at any depth and in log lines of any plugin. */
const secretName =
  /^(?:raw)?(?:headers|authorization|cookies?|set-cookie|password|passphrase|token|file_?token|secret)$/i;

/** A token from `createToken`: 256 bits in base64url. Hashes and ids have other lengths. */
const tokens = /(?<![\w-])[\w-]{43}(?![\w-])/g;
const credentials = /\b(Bearer|Basic) +[\w.~+/=-]+/gi;
const words = /[^\s"'`<>]+/g;
const secretPath =
  /^((?:[a-z]+:)?(?:\/\/[^/]*)?[/\\.]*(?:api[/\\.]+)?(?:calendar|unsubscribe)[/\\.]+)[\s\S]+/i;
const maxDecodings = 5;
/** Matches each line that `redactLine` may change. Parsing all lines would take 10 microseconds each. `%40` is an `@`. */
const suspicious =
  /"(?:raw)?(?:headers|auth|cookie|set-cookie|pass|token|file_?token|secret)|bearer|basic|calendar|unsubscribe|%(?!40)|[\w-]{43}/i;

/** Masks secret path segments. Recognises a path in every spelling: percent-encoded, in upper case, with extra slashes. */
export function redactPath(path: string): string {
  const decoded = decodePath(path);
  const safe = decoded.replace(secretPath, '$1…').replace(tokens, '…');
  return safe === decoded ? path : safe;
}

/** Decodes percent-encoding repeatedly, as `%2541` stands for `%41`, which stands for `A`. Ignores malformed sequences. */
function decodePath(path: string): string {
  let decoded = path;
  for (let round = 0; round < maxDecodings; round += 1) {
    const next = decoded.replace(/%([0-7][0-9a-f])/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

const redactWord = (word: string) => (/[/\\%]/.test(word) ? redactPath(word) : word);

const redactText = (text: string) =>
  text.replace(words, redactWord).replace(credentials, `$1 ${redacted}`).replace(tokens, '…');

/** Redacts secrets in a JSON log line. Every logger's lines pass through it, also those of child loggers and plugins. */
export function redactLine(line: string): string {
  if (!suspicious.test(line)) return line;
  const entry: unknown = JSON.parse(line, (name, value) => {
    if (secretName.test(name)) return redacted;
    return typeof value === 'string' ? redactText(value) : value;
  });
  return `${JSON.stringify(entry)}\n`;
}
