import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAsAdmin } from '#e2e/steps.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import {
  adminCredentials,
  type RunningPortal,
  startPortalServer,
} from '#tools/test/running-portal.ts';
import { type BrowserConnection, BrowserDriver } from './engine.ts';
import {
  createMarkedGroup,
  describeVisibleFocus,
  openPageLoggedIn,
  tabThroughPage,
  waitForText,
  waitForValue,
} from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'upload-'));
const thesis = join(folder, 'thesis.pdf');

let portal: RunningPortal;
let engine: BrowserDriver;

export function declareBrowserTests(open: () => Promise<BrowserConnection>) {
  beforeAll(async () => {
    writeFileSync(thesis, buildPdf());
    portal = await startPortalServer();
    engine = new BrowserDriver(await open());
  });
  afterAll(async () => {
    await engine?.close();
    await portal?.close();
    rmSync(folder, { recursive: true });
  });
  testMarks();
  testViva();
  testForms();
}

function testMarks() {
  test('clicking a mark in the marking grid selects the mark, and Tab scrolls each focused control into view', async () => {
    const { supervisor, groupId, first, read } = await createMarkedGroup(portal.url);
    await openPageLoggedIn(
      engine,
      portal.url,
      `/faculty?tab=semester-7&group=${groupId}`,
      supervisor,
    );
    const name = `${first.name}: Progress report`;
    await engine.click('input', name);
    await engine.type('17');
    await waitForValue(engine, name, '17');
    // Click 20 px to the right, because two clicks at the same position would be a double click.
    await engine.click('input', name, 20);
    await engine.type('.5');
    await waitForValue(engine, name, '17.5');
    await engine.click('button', 'Save Marks & Send Email');
    await waitForText(engine, '[role=status] *', 'Marks saved and email sent');
    expect((await read()).fypGroupMembers[0]).toMatchObject({ progressReport: { marks: 17.5 } });

    await engine.evaluate(focusFirst, 'main input');
    const stops = await tabThroughPage(engine);
    expect(stops.length).toBeGreaterThan(32);
  });

  test('clicking a mark in the marking sheet selects the mark, and Tab scrolls each focused control into view', async () => {
    const { supervisor, first, read } = await createMarkedGroup(portal.url);
    await openPageLoggedIn(engine, portal.url, '/board?mark=proposal', supervisor);
    const name = `${first.name}, Proposal: marks`;
    await engine.click('input', name);
    await engine.type('8');
    await waitForValue(engine, name, '8');
    await engine.click('button', 'Save and send to 1 student');
    await waitForText(engine, '[role=status]', '1 group saved.');
    expect((await read()).fypGroupMembers[0]).toMatchObject({ proposal: { marks: 8 } });

    await engine.evaluate(focusFirst, 'main a');
    const stops = await tabThroughPage(engine);
    expect(stops.length).toBeGreaterThan(4);
  });
}

function testViva() {
  test('an examiner types the viva date, chooses the status with the mouse and arrow keys, and saves the date and status', async () => {
    const { examiner, groupId, read } = await createGroup(await logInAsAdmin(portal.url), {
      members: 1,
    });
    const path = `/faculty?tab=external-viva&group=${groupId}`;
    await openPageLoggedIn(engine, portal.url, path, examiner);
    await engine.click('input', 'Viva date');
    await engine.type('22/05/2027');
    await engine.click('input', 'Pass');
    await engine.waitFor(hasLabelledValue, 'Viva date', '22 May 2027');
    await engine.press('ArrowDown');
    await engine.waitFor(isChecked, 'Fail');
    await engine.click('input', 'Reschedule');
    await engine.waitFor(isChecked, 'Reschedule');
    await engine.click('button', 'Save Marks & Send Email');
    await waitForText(engine, '[role=status] *', 'Marks saved and email sent');
    const viva = { vivaDate: '2027-05-22', vivaStatus: 'reschedule' };
    expect((await read()).externalVivaDetails).toMatchObject(viva);
  });
}

function testForms() {
  test('submitting an invalid proposal focuses its first invalid field in view, and Tab brings each further control into view', async () => {
    const student = await registerStudent(await logInAsAdmin(portal.url));
    await openPageLoggedIn(engine, portal.url, '/proposal', student);
    for (const answer of ['Yes', 'No', 'Yes']) await engine.click('button', answer);
    await engine.click('button', 'Submit proposal');
    await engine.waitFor(isFocused, 'Project title');
    await engine.waitFor(describeVisibleFocus);
    expect((await tabThroughPage(engine)).length).toBeGreaterThan(10);
  });

  test('a student selects and uploads a thesis', async () => {
    const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
    await openPageLoggedIn(engine, portal.url, '/students', student);
    await engine.waitFor(isThere, thesisInput);
    await engine.setFile(thesisInput, thesis);
    await engine.click('button', 'Upload thesis');
    await waitForText(engine, '[role=status] *', 'THESIS uploaded successfully.');
  });

  test('opening a dialog on the board moves the focus into the dialog, and Escape returns the focus to the button that opened it', async () => {
    const { group } = await createGroup(await logInAsAdmin(portal.url));
    await openPageLoggedIn(engine, portal.url, `/board?q=${group.fypGroupName}`, adminCredentials);
    await engine.click('input[type=checkbox]', 'Select all shown');
    await engine.click('button', 'Remind groups');
    await engine.waitFor(() => document.activeElement?.closest('[role=dialog]') !== null);
    await engine.press('Escape');
    await engine.waitFor(() => document.querySelector('[role=dialog]') === null);
    await engine.waitFor(() => document.activeElement?.textContent === 'Remind groups');
  });
}

const focusFirst = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
const hasLabelledValue = (label: string, text: string) =>
  [...document.querySelectorAll('input')].some(
    ({ labels, value }) => labels?.[0]?.textContent?.startsWith(label) && value === text,
  );
const isChecked = (label: string) =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')].some(
    ({ labels }) => labels?.[0]?.textContent === label,
  );
const isThere = (selector: string) => document.querySelector(selector) !== null;
const isFocused = (label: string) =>
  (document.activeElement as HTMLInputElement).labels?.[0]?.textContent?.startsWith(label);
const thesisInput = '#upload-thesis input[type=file]';
