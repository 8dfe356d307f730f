import { Alert, Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AwaitingNote } from '#client/account/awaiting-note.tsx';
import { ConfirmForm } from '#client/account/confirm-form.tsx';
import { ForgotForm } from '#client/account/forgot-form.tsx';
import { ResetForm } from '#client/account/reset-form.tsx';
import { dropSession, getSession, useSession, writeSession } from '#client/api/session.ts';
import { toastAcrossRedirect } from '#client/api/toast.ts';
import { EntryCard } from '#client/layout/entry-card.tsx';
import { ObjectionForm } from '#client/objections/objection-form.tsx';
import { paths } from '#client/paths.ts';
import { type EmailLink, emailLinkOf } from '#client/session/email-link.ts';
import { LoginForm } from '#client/session/login-form.tsx';
import { emailOf, mustConfirmOf, nextOf } from '#client/session/next.ts';
import { sessionOf } from '#client/session/session-of.ts';

/** How long the toast of success stays (spec 8). */
const toastMs = 3000;

type View = 'login' | 'forgot' | EmailLink['kind'];

/** The link of an email with which the page was opened; its secret leaves the address at once. */
function useEmailLink() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => emailLinkOf(hash));
  useEffect(() => {
    if (emailLinkOf(hash)) void navigate(paths.login, { replace: true, state });
  }, [hash, navigate, state]);
  return link;
}

export function Component() {
  const { state } = useLocation();
  const link = useEmailLink();
  const [view, setView] = useState<View>(link?.kind ?? 'login');
  const [said, setSaid] = useState<string>();
  const [confirmed, setConfirmed] = useState<string>();
  const email = confirmed ?? emailOf(state);

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
  if (view === 'confirm' && link) {
    return (
      <EntryCard title="Confirm your email" description="It opens your group in this portal">
        <ConfirmForm
          token={link.token}
          onDone={(reply) => {
            // It has ended with everything else of the account.
            if (getSession()?.email === reply.email) dropSession();
            setSaid(reply.message);
            setConfirmed(reply.email);
            setView('login');
          }}
        />
        <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setView('login')}>
          Log in instead
        </Anchor>
      </EntryCard>
    );
  }
  if (link?.kind === 'object') {
    return (
      <EntryCard title="Not your group?" description="Nothing happens until you press the button">
        <ObjectionForm token={link.token} />
      </EntryCard>
    );
  }
  if (view === 'forgot') {
    return (
      <EntryCard title="Forgotten password" description="For your account in this portal">
        <ForgotForm email={email} onBack={() => setView('login')} />
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
      <Notes said={said} awaiting={mustConfirmOf(state) && !confirmed ? email : undefined} />
      <LoginForm
        email={email}
        onLoggedIn={(reply) => {
          // The full load reads the storage anew; telling the store now would only redraw this page.
          writeSession(localStorage, sessionOf(reply));
          toastAcrossRedirect('success', 'Login successful!', toastMs);
          location.assign(nextOf(state));
        }}
      />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setView('forgot')}>
        Forgotten your password?
      </Anchor>
    </EntryCard>
  );
}

type NotesProps = {
  said: string | undefined;
  /** The address of a sign-up that waits to be confirmed. */
  awaiting: string | undefined;
};

/** What happened before, in a line above the form. */
function Notes({ said, awaiting }: NotesProps) {
  const session = useSession();
  return (
    <>
      {said && (
        <Alert color="green" role="status" mb="md">
          {said}
        </Alert>
      )}
      {awaiting && <AwaitingNote email={awaiting} />}
      {session && (
        <Alert mb="md">
          You are logged in as {session.name}. Logging in here ends that session in this browser.
        </Alert>
      )}
    </>
  );
}
