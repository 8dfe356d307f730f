import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addCrashAsFailure, addTestCounts, emptyTestCounts, type TestCounts } from './counts.ts';

/** Checks by sequence. The sequences run concurrently, because most checks use only one CPU core for most of the time. */
const sequences = [
  ['tsc', 'tsc -p client'],
  ['biome ci --error-on-warnings', 'knip', 'node tools/check-prose.ts'],
];

const passed: TestCounts = { ...emptyTestCounts, passed: 1 };

/** Runs a check and prints its output after its end, because other checks print at the same time. */
async function runCheck(command: string, env: NodeJS.ProcessEnv): Promise<TestCounts> {
  const [name = '', ...args] = command.split(' ');
  const child = spawn(join('node_modules/.bin', name), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  }
  const [code] = await once(child, 'close');
  console.log(`\n› ${command}\n${Buffer.concat(output)}`.trimEnd());
  return addCrashAsFailure(command, code === 0, code === 0 ? passed : emptyTestCounts);
}

/** Runs formatter, linter, type checks and the project's own checks. Starts none after an interruption. */
export async function runChecks(
  env: NodeJS.ProcessEnv,
  isInterrupted: () => boolean,
): Promise<TestCounts> {
  const runSequence = async (commands: string[]) => {
    const counts: TestCounts[] = [];
    for (const command of commands) {
      if (!isInterrupted()) counts.push(await runCheck(command, env));
    }
    return addTestCounts(...counts);
  };
  return addTestCounts(...(await Promise.all(sequences.map(runSequence))));
}
