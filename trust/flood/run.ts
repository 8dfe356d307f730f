import { type Asked, type Outcome, tooFew, tooMuch } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { type Flood, runDeclared, runPipelined } from './floods.ts';

const MB = 1024 * 1024;
/** An idle portal that has hashed a few passwords occupies about 300 MB. */
const mostBytes = 600 * MB;
const seconds = 5;

/** `size` connections that ask and never read, and twenty times as many sign-ups that declare much and send little. */
export async function run({ size, say }: Asked): Promise<Outcome> {
  const connections = size * 20;
  const floods: Record<string, (dataDir: string) => Promise<Flood>> = {
    'unread answers': (dataDir) =>
      runPipelined(dataDir, { connections: size, requests: 1500, seconds }),
    'more declared than a sign-up may have': (dataDir) =>
      runDeclared(dataDir, { connections, declared: 216 * MB, seconds }),
    'as much declared as a sign-up may have': (dataDir) =>
      runDeclared(dataDir, { connections, declared: 5 * MB, seconds }),
  };
  const outcome: Outcome = { figures: {}, findings: [], idle: [] };
  for (const [what, flood] of Object.entries(floods)) {
    say?.(what);
    const figures = await inNewPlace({}, ({ dataDir }) => flood(dataDir));
    const { ended, isRunning, peakBytes, calls, failed, worstMs } = figures;
    outcome.figures[what] =
      `${ended} connections ended, ${Math.round(peakBytes / MB)} MB at most, ${calls} calls of others, ${Math.round(worstMs)} ms at worst`;
    if (!isRunning) outcome.findings.push(`${what}: the portal ended`);
    outcome.findings.push(...failed.map((failure) => `${what}: a call failed: ${failure}`));
    const limits = tooMuch({ [`bytes occupied under ${what}`]: [peakBytes, mostBytes] });
    outcome.findings.push(...limits);
    if (what === 'unread answers' && ended < size)
      outcome.findings.push(`${what}: ${ended} of ${size} connections ended`);
    outcome.idle.push(...tooFew({ [`calls under ${what}`]: [calls, seconds] }));
  }
  return outcome;
}
