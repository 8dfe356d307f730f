/** Runs in the page. */
// biome-ignore lint/suspicious/noExplicitAny: arguments and results are any JSON.
type PageFunction<A extends any[], T> = (...args: A) => T | Promise<T>;

/** An action sequence as WebDriver and WebDriver BiDi both take it. */
export type Actions = { type: string; id: string; parameters?: object; actions: object[] }[];

/** What a browser's protocol has to offer. */
export interface Connection {
  navigate(url: string): Promise<void>;
  /** Evaluates an expression in the page, awaits it, and returns its value, a string. */
  evaluate(expression: string): Promise<string>;
  perform(actions: Actions): Promise<void>;
  /** Chooses a file in the file input that a CSS selector finds. */
  setFile(selector: string, path: string): Promise<void>;
  close(): Promise<void>;
}

/** Codes of keys in WebDriver's actions. */
const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  ArrowDown: '\uE015',
  Escape: '\uE00C',
  Shift: '\uE008',
};
type Key = keyof typeof keys;

const waitMs = 20_000;

/** One page of a real browser, driven by real mouse and key events. */
export class Engine {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  goto = (url: string) => this.#connection.navigate(url);
  close = () => this.#connection.close();
  setFile = (selector: string, path: string) => this.#connection.setFile(selector, path);

  // biome-ignore lint/suspicious/noExplicitAny: see above.
  async evaluate<A extends any[], T>(run: PageFunction<A, T>, ...args: A): Promise<T> {
    const call = `(${run})(...${JSON.stringify(args)})`;
    const json = await this.#connection.evaluate(
      `(async () => JSON.stringify((await ${call}) ?? null))()`,
    );
    return JSON.parse(json);
  }

  /** Repeats `run` in the page until it returns a value that is neither null nor false. */
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  async waitFor<A extends any[], T>(run: PageFunction<A, T>, ...args: A): Promise<NonNullable<T>> {
    const end = Date.now() + waitMs;
    let failure: unknown;
    while (Date.now() < end) {
      try {
        const value = await this.evaluate(run, ...args);
        if (value !== null && value !== false) return value as NonNullable<T>;
        failure = undefined;
        // The page may be navigating: the next evaluation is in the new document.
        await this.evaluate(nextFrame);
      } catch (error) {
        failure = error;
      }
    }
    throw new Error(`Not true within ${waitMs} ms: ${run} of ${JSON.stringify(args)}`, {
      cause: failure,
    });
  }

  /** Waits for the element with this selector and name, scrolls to it, and clicks its middle, or so far beside it. */
  async click(selector: string, name: string, besidePx = 0): Promise<void> {
    do {
      const { x: middle, y } = await this.waitFor(findPlace, selector, name);
      await this.#clickAt(middle + besidePx, y);
      // WebKit drops a press on an element that it has not painted yet.
    } while (!(await this.evaluate(() => document.documentElement.dataset.clicked !== undefined)));
  }

  #clickAt = (x: number, y: number) =>
    this.#connection.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);

  press = (key: Key) => this.type(keys[key]);

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#connection.perform([{ type: 'key', id: 'keyboard', actions }]);
  }
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** The middle of the visible element with this name, once it rests and nothing covers it. */
async function findPlace(selector: string, name: string) {
  const nameOf = (element: Element) => {
    const { labels } = element as HTMLInputElement;
    const label = element.getAttribute('aria-label') ?? labels?.[0]?.textContent;
    return (label ?? element.textContent ?? '').replace(/\s*\*?\s*$/, '').trim();
  };
  const element = [...document.querySelectorAll(selector)].find(
    (found) => nameOf(found) === name && found.checkVisibility(),
  );
  if (!element || element.matches(':disabled')) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const { left, top, width, height } = element.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return null;
  const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const hit = document.elementFromPoint(place.x, place.y);
  if (!hit || !(element.contains(hit) || hit.contains(element))) return null;
  const { dataset } = document.documentElement;
  delete dataset.clicked;
  const keep = () => {
    dataset.clicked = '';
  };
  element.addEventListener('click', keep, { once: true, capture: true });
  return place;
}
