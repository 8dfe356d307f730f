import { updateGroup } from '#contract/admin/group-edits.ts';
import { login } from '#contract/session.ts';
import { type LoginCredentials, logInAsAdmin } from '#e2e/steps.ts';
import { createGroup, testUserPassword } from '#tools/test/people.ts';
import type { BrowserDriver } from './engine.ts';

export async function openPageLoggedIn(
  engine: BrowserDriver,
  url: string,
  path: string,
  person: LoginCredentials,
) {
  await engine.goto(`${url}/login`);
  const body = { email: person.email, password: person.password ?? testUserPassword };
  await engine.evaluate(logInFromPage, login.path, body);
  await engine.goto(`${url}${path}`);
  await engine.waitFor(() => document.documentElement.dataset.begun !== undefined);
}

async function logInFromPage(path: string, body: object) {
  localStorage.clear();
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { message: _, studentId: __, ...session } = await reply.json();
  for (const [name, value] of Object.entries(session)) localStorage.setItem(name, String(value));
}

export async function createMarkedGroup(url: string) {
  const office = await logInAsAdmin(url);
  const scene = await createGroup(office);
  const [first, second] = scene.group.fypGroupMembers;
  if (!first || !second) throw new Error('The group has two members.');
  const entries = { proposal: { marks: 5 }, month1: { marks: 5 }, progressReport: { marks: 5 } };
  await office.call(updateGroup, {
    params: { groupId: scene.groupId },
    body: { fypGroupMembers: [{ _id: first._id, ...entries }, { _id: second._id }] },
  });
  return { ...scene, first, second };
}

export const waitForText = (engine: BrowserDriver, selector: string, text: string) =>
  engine.waitFor(
    (cssSelector: string, words: string) =>
      [...document.querySelectorAll(cssSelector)].some(
        (element) => element.textContent?.trim() === words,
      ),
    selector,
    text,
  );

const readValue = (label: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)?.value;

export async function waitForValue(engine: BrowserDriver, name: string, value: string) {
  try {
    await engine.waitFor(
      (label: string, text: string) =>
        document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)?.value === text,
      name,
      value,
    );
  } catch (cause) {
    throw new Error(`${name} is “${await engine.evaluate(readValue, name)}”.`, { cause });
  }
}

/** Returns a description of the focused element, or null if a fixed bar or the edge of the window hides part of it. */
export function describeVisibleFocus(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing';
  const { left, right, top, bottom, height } = element.getBoundingClientRect();
  const x = (left + right) / 2;
  const isUncovered = (y: number) => {
    let hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    for (; hit && !hit.contains(element); hit = hit.parentElement) {
      if (/sticky|fixed/.test(getComputedStyle(hit).position)) return false;
    }
    return true;
  };
  const ys = [top + 2, (top + bottom) / 2, bottom - 2];
  const isInSight = height > innerHeight / 2 ? ys.some(isUncovered) : ys.every(isUncovered);
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
  return isInSight ? `${element.localName} ${name}` : null;
}

/** Describes the focused element and what is in front of it, for the message of a failed test. */
function describeCoveredFocus(): string {
  const element = document.activeElement;
  if (!element) return 'nothing';
  const { left, top, bottom, right } = element.getBoundingClientRect();
  const front = document.elementFromPoint((left + right) / 2, bottom - 2);
  const place = `from ${top} to ${bottom} of ${innerHeight} px`;
  return `${element.outerHTML.slice(0, 300)} ${place} is behind ${front?.outerHTML.slice(0, 300)}`;
}

/** Presses Tab until the focus reaches the footer. Describes the focused elements. Throws if one stays hidden. */
export async function tabThroughPage(engine: BrowserDriver): Promise<string[]> {
  const stops: string[] = [];
  const isPastEnd = () => document.activeElement?.closest('footer') !== null;
  while (!(await engine.evaluate(isPastEnd))) {
    if (stops.length > 150) throw new Error(`The footer is not reached: ${stops.join('\n')}`);
    try {
      stops.push(await engine.waitFor(describeVisibleFocus));
    } catch (cause) {
      throw new Error(await engine.evaluate(describeCoveredFocus), { cause });
    }
    await engine.press('Tab');
  }
  return stops;
}
