import { Alert, Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { useSession, writeSession } from '#client/api/session.ts';
import { EntryCard } from '#client/layout/entry-card.tsx';
import { paths } from '#client/paths.ts';
import { ConfirmNote } from '#client/session/confirm-note.tsx';
import { ForgotForm } from '#client/session/forgot-form.tsx';
import { letterLinkOf } from '#client/session/letter-link.ts';
import { LoginForm } from '#client/session/login-form.tsx';
import { emailOf, mustConfirmOf, nextOf } from '#client/session/next.ts';
import { ResetForm } from '#client/session/reset-form.tsx';
import { sessionOf } from '#client/session/session-of.ts';
import { toastAcrossRedirect } from '#client/ui/toast.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { login } from '#contract/session.ts';
import { dateInWords } from '#contract/time.ts';

/** How long the toast of success stays (spec 8). */
const toastMs = 3000;

type View = 'login' | 'forgot' | 'reset';

/** The link of a letter with which the page was opened; its secret leaves the address at once. */
function useLetterLink() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => letterLinkOf(hash));
  useEffect(() => {
    if (letterLinkOf(hash)) void navigate(paths.login, { replace: true, state });
  }, [hash, navigate, state]);
  return link;
}

export function Component() {
  const { state } = useLocation();
  const link = useLetterLink();
  const zone = useTimeZone();
  const [view, setView] = useState<View>(link?.kind === 'reset' ? 'reset' : 'login');
  const [said, setSaid] = useState<string>();

  if (view === 'reset' && link) {
    return (
      <EntryCard title="New password" description="For your account in this portal">
        <ResetForm
          token={link.token}
          onDone={(message) => {
            setSaid(message);
            setView('login');
          }}
        />
      </EntryCard>
    );
  }
  if (view === 'forgot') {
    return (
      <EntryCard title="Forgotten password" description="A letter with a link lets you choose anew">
        <ForgotForm email={emailOf(state)} onBack={() => setView('login')} />
      </EntryCard>
    );
  }
  return (
    <EntryCard
      title="Log in"
      description={
        <>
          New here?{' '}
          <Anchor component={Link} to={paths.signup} state={state}>
            Sign up
          </Anchor>
        </>
      }
    >
      {link?.kind === 'confirm' && <ConfirmNote token={link.token} />}
      <Notes said={said} mustConfirm={mustConfirmOf(state)} email={emailOf(state)} />
      <LoginForm
        email={emailOf(state)}
        onLoggedIn={(reply) => {
          // The full load reads the storage anew; telling the store now would only redraw this page.
          writeSession(localStorage, sessionOf(reply));
          toastAcrossRedirect('success', 'Login successful!', ...reminderOf(reply, zone));
          location.assign(nextOf(state));
        }}
      />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setView('forgot')}>
        Forgotten your password?
      </Anchor>
    </EntryCard>
  );
}

/** Whoever came in with a one-time password is told until when it holds, and has the time to read it. */
function reminderOf({ passwordEndsAt }: ReplyOf<typeof login>, zone: string): [number, string?] {
  if (!passwordEndsAt) return [toastMs];
  const until = dateInWords(passwordEndsAt, zone);
  return [
    20_000,
    `Your one-time password holds until ${until}. Choose your own in the menu, under “Password and sessions”.`,
  ];
}

type NotesProps = { said: string | undefined; mustConfirm: boolean; email: string };

/** What happened before, in a line above the form. */
function Notes({ said, mustConfirm, email }: NotesProps) {
  const session = useSession();
  return (
    <>
      {said && (
        <Alert color="green" role="status" mb="md">
          {said}
        </Alert>
      )}
      {mustConfirm && (
        <Alert role="status" mb="md">
          A letter is on its way to {email}. Open its link to confirm that the address is yours;
          then your group opens.
        </Alert>
      )}
      {session && (
        <Alert mb="md">
          You are logged in as {session.name}. Logging in here ends that session in this browser.
        </Alert>
      )}
    </>
  );
}
