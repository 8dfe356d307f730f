import { styleText } from 'node:util';

type Line = {
  level: number;
  time: string;
  msg?: string;
  err?: { type: string; message?: string; stack?: string };
  req?: { method: string; path: string; address: string };
  res?: { statusCode: number; account?: string };
  responseTime?: number;
  [other: string]: unknown;
};

const levelNames: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Escapes control characters, so that logged text cannot control the terminal. */
const escapeControls = (text: string) =>
  text.replace(/\p{Cc}|\p{Cf}/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

export function formatLogEntryForTerminal(json: string): string {
  const { level, time, msg, err, req, res, responseTime, pid, hostname, reqId, ...extraFields } =
    JSON.parse(json) as Line;
  const name = (levelNames[level] ?? String(level)).padEnd(5);
  const colour = level >= 50 ? 'red' : level >= 40 ? 'yellow' : 'dim';
  const clock = new Date(time).toTimeString().slice(0, 8);
  const parts = [
    msg,
    req && `${req.method} ${req.path} from ${req.address}`,
    res && `${res.statusCode}${res.account ? ` for ${res.account}` : ''}`,
    responseTime !== undefined && `${Math.round(responseTime)} ms`,
    ...Object.entries(extraFields).map(([key, value]) => `${key}=${JSON.stringify(value)}`),
    reqId && `[${reqId}]`,
  ];
  const first = escapeControls(parts.filter(Boolean).join('  '));
  const stack = (err?.stack ?? err?.message ?? '').split('\n').filter(Boolean);
  const rest = stack.map((line) => `\n         ${escapeControls(line)}`).join('');
  return `${styleText('dim', clock)} ${styleText(colour, name)} ${first}${rest}\n`;
}
