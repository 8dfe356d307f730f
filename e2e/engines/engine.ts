/** A function that runs in the page. Only its source text is sent to the browser. */
// biome-ignore lint/suspicious/noExplicitAny: arguments and results are arbitrary JSON values.
type PageFunction<A extends any[], T> = (...args: A) => T | Promise<T>;

/** A sequence of input actions in the format of WebDriver and WebDriver BiDi. */
export type InputActions = { type: string; id: string; parameters?: object; actions: object[] }[];

export interface BrowserConnection {
  navigate(url: string): Promise<void>;
  /** Evaluates an expression that returns a promise for a string, and returns the string. */
  evaluate(expression: string): Promise<string>;
  perform(actions: InputActions): Promise<void>;
  setFile(selector: string, path: string): Promise<void>;
  close(): Promise<void>;
}

const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  ArrowDown: '\uE015',
  Escape: '\uE00C',
  Shift: '\uE008',
};
type Key = keyof typeof keys;

const waitMs = 40_000;
/** A browser may never reply to a command whose page is replaced meanwhile. */
const replyMs = 15_000;

async function within<T>(ms: number, what: string, reply: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No reply within ${ms} ms: ${what}`)), ms);
  return Promise.race([reply, promise]).finally(() => clearTimeout(timer));
}

const maxClicks = 20;

export class BrowserDriver {
  readonly #connection: BrowserConnection;

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
  }

  goto = async (url: string) => {
    const navigate = () => within(waitMs, url, this.#connection.navigate(url));
    await navigate().catch(navigate);
  };
  close = () => this.#connection.close();
  setFile = (selector: string, path: string) => this.#connection.setFile(selector, path);

  // biome-ignore lint/suspicious/noExplicitAny: arguments are arbitrary JSON values.
  async evaluate<A extends any[], T>(run: PageFunction<A, T>, ...args: A): Promise<T> {
    const call = `(${run})(...${JSON.stringify(args)})`;
    const json = this.#connection.evaluate(
      `(async () => JSON.stringify((await ${call}) ?? null))()`,
    );
    return JSON.parse(await within(replyMs, call, json));
  }

  /** Calls `run` in the page until its result is neither null nor false, and returns the result. Throws after 40 s. */
  // biome-ignore lint/suspicious/noExplicitAny: arguments are arbitrary JSON values.
  async waitFor<A extends any[], T>(run: PageFunction<A, T>, ...args: A): Promise<NonNullable<T>> {
    const end = Date.now() + waitMs;
    let failure: unknown;
    while (Date.now() < end) {
      try {
        const value = await this.evaluate(run, ...args);
        if (value !== null && value !== false) return value as NonNullable<T>;
        failure = undefined;
        // This call throws if the page navigates. The next iteration then runs in the new document.
        await this.evaluate(nextFrame);
      } catch (error) {
        failure = error;
      }
    }
    throw new Error(`Not true within ${waitMs} ms: ${run} of ${JSON.stringify(args)}`, {
      cause: failure,
    });
  }

  /** Waits for the element with this label or text, and clicks `besidePx` pixels to the right of its centre. */
  async click(selector: string, name: string, besidePx = 0): Promise<void> {
    for (let attempt = 1; attempt <= maxClicks; attempt += 1) {
      const { x: middle, y } = await this.waitFor(findPlace, selector, name);
      await within(replyMs, `clicking ${name}`, this.#clickAt(middle + besidePx, y));
      if (await this.evaluate(isClicked)) return;
      // Repeat the click, because WebKit ignores clicks on elements that it has not painted yet, and a page may move.
    }
    throw new Error(`${name} took none of ${maxClicks} clicks.`);
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

/**
 * Returns true if `findPlace`'s element has been clicked. Waits for a late event first. Without a click, removes the focus,
 * which the missed click may have set: a click on a focused field does not select its text. Runs in the page.
 */
async function isClicked() {
  const { documentElement, activeElement } = document;
  const end = performance.now() + 1000;
  while (documentElement.dataset.clicked === undefined) {
    if (performance.now() > end) {
      if (activeElement instanceof HTMLElement) activeElement.blur();
      return false;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return true;
}

/** Returns the centre of the element, or null if it is hidden, disabled, moving or covered. Runs in the page. */
async function findPlace(selector: string, name: string) {
  const nameOf = (element: Element) => {
    const { labels } = element as HTMLInputElement;
    const label = element.getAttribute('aria-label') ?? labels?.[0]?.textContent;
    return (label ?? element.textContent ?? '').replace(/\s*\*?\s*$/, '').trim();
  };
  const element = [...document.querySelectorAll(selector)].find(
    (candidate) => nameOf(candidate) === name && candidate.checkVisibility(),
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
