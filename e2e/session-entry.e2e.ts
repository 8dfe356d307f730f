import { register } from '#contract/account.ts';
import { login, logout } from '#contract/session.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import {
  buildEmailAddress,
  createAccount,
  createUniqueName,
  registerStudent,
  testUserPassword,
} from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin, pauseClock, submitLoginForm } from './steps.ts';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });

test.describe('the login page', () => {
  test('logging in shows a busy button and a success message, and opens the home page', {
    tag: '@story',
  }, async ({ page, portal }) => {
    const student = await registerStudent(new ApiCaller(portal.url));
    await page.goto('/login');
    const reply = Promise.withResolvers<void>();
    await page.route(`**${login.path}`, async (route) => {
      await reply.promise;
      await route.continue();
    });
    await submitLoginForm(page, student);
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
    reply.resolve();
    await expect(page).toHaveURL('/');
    const toast = page.getByText('Login successful!');
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden({ timeout: 5000 });
  });

  test('a failed login shows the server’s error message, or a default message if there is no reply', async ({
    page,
    portal,
    allowed,
  }) => {
    allowed.push(/status of 401/, /ERR_FAILED|Failed to load/);
    const student = await registerStudent(new ApiCaller(portal.url));
    await page.goto('/login');
    await submitLoginForm(page, { ...student, password: 'something else' });
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials');
    await expect(page.getByLabel('Email')).toHaveValue(student.email);

    await page.route(`**${login.path}`, (route) => route.fulfill({ status: 401, body: 'no JSON' }));
    await submitLoginForm(page, student);
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials');

    await page.unroute(`**${login.path}`);
    await page.route(`**${login.path}`, (route) => route.abort());
    await submitLoginForm(page, student);
    await expect(page.getByRole('alert')).toHaveText('Server error. Please try again.');
  });

  test('a login requires a valid email address and a password', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Email is required.')).toBeVisible();
    await expect(page.getByText('Password is required.')).toBeVisible();
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Email').blur();
    await expect(page.getByText(/Enter an email address such as/)).toBeVisible();
  });
});

test.describe('the signup page', () => {
  test('a signup with a CV shows a success message and opens the login page after 2 s', {
    tag: '@story',
  }, async ({ page }) => {
    const name = createUniqueName('Student');
    await page.clock.install();
    await page.goto('/signup');
    await page.getByLabel(/^Name/).fill(name);
    await page.getByLabel(/^Email/).fill(buildEmailAddress(name));
    await page.getByLabel(/^Password/).fill(testUserPassword);
    await page.getByLabel('CV (optional)').setInputFiles(file('cv.pdf', buildPdf()));
    await pauseClock(page);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expect(page.getByText('Registration successful!')).toBeVisible();
    await page.clock.runFor(1800);
    await expect(page).toHaveURL('/signup');
    await page.clock.runFor(400);
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toHaveValue(buildEmailAddress(name));
    await expect(page.getByLabel(/^Password/)).toBeFocused();
  });

  test('a failed signup shows the server’s validation error, or a general message for any other error', async ({
    page,
    portal,
    allowed,
  }) => {
    allowed.push(/status of 409/, /status of 500/);
    const student = await registerStudent(new ApiCaller(portal.url));
    await page.goto('/signup');
    await page.getByLabel(/^Name/).fill('Somebody Else');
    await page.getByLabel(/^Email/).fill(student.email.toUpperCase());
    await page.getByLabel(/^Password/).fill(testUserPassword);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expect(page.getByText(/There is already an account with the email/)).toBeVisible();

    await page.route(`**${register.path}`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Something went wrong!');
    await page.unroute(`**${register.path}`);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByRole('link', { name: 'Forgotten password' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toHaveValue(student.email.toUpperCase());
    await page.goBack();
    await expect(page).toHaveURL('/signup');
  });
});

/** Paths, each with the roles that may open it (spec 2). */
const guarded = {
  '/faculty': ['admin', 'faculty'],
  '/students': ['student'],
  '/proposal': ['student'],
  '/coursera': ['admin', 'faculty', 'student'],
  '/fypcategories': ['admin', 'faculty', 'student'],
  '/admin': ['admin'],
} as const;

for (const role of ['admin', 'faculty', 'student'] as const) {
  test(`a user with the role ${role} can open only permitted pages, and other pages refuse access without a redirect`, async ({
    page,
    portal,
    allowed,
  }) => {
    allowed.push(/status of 404 .*\/api\/auth\/group\//);
    const person =
      role === 'admin'
        ? adminCredentials
        : await createAccount(await logInAsAdmin(portal.url), role);
    await openPageAs(page, '/coursera', person);
    for (const [path, roles] of Object.entries(guarded)) {
      await page.goto(path);
      await expect(page).toHaveURL(path);
      const refused = page.getByRole('heading', { name: 'Access denied' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if ((roles as readonly string[]).includes(role)) await expect(refused).toHaveCount(0);
      else await expect(refused).toBeVisible();
    }
    for (const path of ['/', '/login', '/signup', '/developers']) {
      await page.goto(path);
      await expect(page).toHaveURL(path);
    }
  });
}

test('a visitor is redirected to the login page from every page that is not public', {
  tag: '@story',
}, async ({ page }) => {
  for (const path of Object.keys(guarded)) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
});

test.describe('passwords and sessions', () => {
  test('a user resets a forgotten password with an emailed link', { tag: '@story' }, async ({
    page,
    portal,
    emails,
  }) => {
    const student = await registerStudent(new ApiCaller(portal.url));
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgotten your password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
    await page.getByLabel('Email').fill(student.email);
    await expectAccessible(page, 'forgotten password');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('status')).toContainText('an email with a link is on its way');

    const [email] = await emails.waitFor(student.email);
    const link = /\S+\/login#reset=\S+/.exec(email?.text ?? '')?.[0] ?? '';
    await page.goto('/');
    await page.goto('/login#reset=cut-off');
    await expect(page.getByRole('alert')).toContainText('This link is incomplete.');
    // Mail filters encode the `#`, and mail programs append the bracket that follows a link.
    await page.goto(`${link.replace('#', '%23')})`);
    await expect(page).toHaveURL('/login');
    await expectAccessible(page, 'new password');
    await page.getByRole('textbox', { name: 'New password' }).fill('an even longer passphrase');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await expect(page.getByText('Password changed. Log in with your new password.')).toBeVisible();
    await submitLoginForm(page, { email: student.email, password: 'an even longer passphrase' });
    await expect(page.getByText('Login successful!')).toBeVisible();
  });

  test('a user changes their password and ends another session from the account menu', async ({
    page,
    portal,
    allowed,
  }) => {
    allowed.push(/status of 401/);
    const student = await registerStudent(new ApiCaller(portal.url));
    await openPageAs(page, '/coursera', student);
    const elsewhere = await student.caller.logIn(student.email, testUserPassword);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Password and devices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Password and devices' });
    await expect(dialog.getByText('This device')).toBeVisible();
    await expectAccessible(page, 'account');
    await dialog
      .getByRole('button', { name: /^Log out A program/ })
      .first()
      .click();
    await expect(page.getByText('Session ended')).toBeVisible();

    await dialog.getByLabel(/^Current password/).fill('not this one');
    await dialog.getByLabel(/^New password/).fill('an even longer passphrase');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
    await dialog.getByLabel(/^Current password/).fill(testUserPassword);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText(/^Password changed/)).toBeVisible();
    await expect(elsewhere.call(logout)).rejects.toMatchObject({ code: 'signed-out' });
  });
});
