import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onProcessEnd } from '#tools/test/on-end.ts';
import type { BrowserConnection, InputActions } from './engine.ts';

type Reply = { id: number; result?: unknown; error?: string; message?: string };

async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Reply;
    const command = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) command?.resolve(result);
    else command?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener('close', () => {
    for (const command of waiting.values()) command.reject(new Error('Firefox has ended.'));
  });
  await once(socket, 'open');
  let last = 0;
  return async <T>(method: string, params: object): Promise<T> => {
    last += 1;
    const command = Promise.withResolvers<unknown>();
    waiting.set(last, command);
    socket.send(JSON.stringify({ id: last, method, params }));
    return (await command.promise) as T;
  };
}

async function start() {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn('firefox-esr', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '720' },
  });
  const end = onProcessEnd(() => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /listening on (ws:\/\/\S+)/.exec(line)?.[1];
    if (!url) continue;
    child.stderr.resume();
    return { child, end, url };
  }
  end();
  throw new Error('Firefox ended before it listened.');
}

type Evaluated = {
  type: string;
  result: { value: string; sharedId: string };
  exceptionDetails?: { text: string };
};

export async function openFirefox(): Promise<BrowserConnection> {
  const { child, end, url } = await start();
  const send = await connect(`${url}/session`);
  await send('session.new', { capabilities: {} });
  // Open a second tab, because the address bar keeps the focus in the first tab.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  // Activate the tab, because Firefox does not run animation frames in background tabs.
  await send('browsingContext.activate', { context });
  const evaluate = async (expression: string) => {
    const { type, result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return result;
  };
  return {
    navigate: (address) =>
      send('browsingContext.navigate', { context, url: address, wait: 'complete' }),
    evaluate: async (expression) => (await evaluate(expression)).value,
    perform: (actions: InputActions) => send('input.performActions', { context, actions }),
    setFile: async (selector, path) => {
      const { sharedId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`);
      await send('input.setFiles', { context, element: { sharedId }, files: [path] });
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      end();
    },
  };
}
