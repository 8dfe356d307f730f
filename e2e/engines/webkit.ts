import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { onProcessEnd } from '#tools/test/on-end.ts';
import type { BrowserConnection } from './engine.ts';

/** Name of the JSON property for an element's id, as defined by WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

async function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const end = onProcessEnd(() => child.kill());
  const [number] = await once(createInterface({ input: child.stdio[3] as Readable }), 'line');
  return { display: `:${number}`, end };
}

/** Returns a free port for WebKitWebDriver. If WebKitWebDriver chose a port itself, it would not report which one. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Method = 'GET' | 'POST' | 'DELETE';

async function send<T>(method: Method, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function startDriver(display: string) {
  const port = await findFreePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
  });
  const end = onProcessEnd(() => child.kill());
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => send('GET', `${url}/status`).then(Boolean, () => false);
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver ended before it was ready.');
    await setTimeout(20);
  }
  return { url, end };
}

/** Opens MiniBrowser, the browser of WebKitGTK, on a virtual display. */
export async function openWebKit(): Promise<BrowserConnection> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser');
  const screen = await startDisplay();
  const driver = await startDriver(screen.display);
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driver.url}/session`, {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
    },
  });
  const session = `${driver.url}/session/${sessionId}`;
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 800 });
  return {
    navigate: (url) => send('POST', `${session}/url`, { url }),
    evaluate: (expression) =>
      send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    perform: (actions) => send('POST', `${session}/actions`, { actions }),
    setFile: async (selector, path) => {
      const query = { using: 'css selector', value: selector };
      const element = await send<Record<string, string>>('POST', `${session}/element`, query);
      await send('POST', `${session}/element/${element[elementKey]}/value`, { text: path });
    },
    close: async () => {
      await send('DELETE', session);
      driver.end();
      screen.end();
    },
  };
}
