import { Alert, Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AwaitingConfirmationNote } from '#client/account/awaiting-note.tsx';
import { ConfirmEmailForm } from '#client/account/confirm-form.tsx';
import { ForgotPasswordForm } from '#client/account/forgot-form.tsx';
import { ResetPasswordForm } from '#client/account/reset-form.tsx';
import { clearSession, getSession, useSession } from '#client/api/session/session.ts';
import { showToastAcrossRedirect, toast } from '#client/api/toast.ts';
import { AuthCard } from '#client/layout/entry-card.tsx';
import { ObjectionForm } from '#client/objections/objection-form.tsx';
import { type EmailLink, parseEmailLink } from '#client/session/email-link.ts';
import { LoginForm } from '#client/session/login-form.tsx';
import {
  asksForForgottenPassword,
  getEmailFromRouterState,
  getPathAfterLogin,
  mustConfirmEmail,
} from '#client/session/next-path.ts';
import { useOpenSession } from '#client/session/use-open-session.ts';
import { paths } from '#contract/paths.ts';

/** Display time of the success toast (spec 8). */
const toastMs = 3000;

type View = 'login' | 'forgot' | EmailLink['kind'];

/** Returns the single-use link with which the user opened the page, and removes its secret token from the URL. */
function useEmailLink() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => parseEmailLink(hash));
  useEffect(() => {
    if (parseEmailLink(hash)) void navigate(paths.login, { replace: true, state });
  }, [hash, navigate, state]);
  return link;
}

/** Advice about a link whose token was cut off, for example by a line break in the email. */
const incompleteLinks: Record<EmailLink['kind'], string> = {
  reset: 'This link is incomplete. Choose “Forgotten your password?” to get a new one.',
  confirm: 'This link is incomplete. Log in to get a new email.',
  object: 'This link is incomplete. Copy the whole link from the email, or contact the FYP office.',
};

/** `message` is shown above the login form after a password reset or an email confirmation. */
type Done = { message?: string; confirmedEmail?: string };

export function Component() {
  const link = useEmailLink();
  const { state } = useLocation();
  const linked = link?.token ? link.kind : undefined;
  const [view, setView] = useState<View>(
    linked ?? (asksForForgottenPassword(state) ? 'forgot' : 'login'),
  );
  const [done, setDone] = useState<Done>({});
  const email = done.confirmedEmail ?? getEmailFromRouterState(state);
  const finish = (next: Done) => {
    setDone(next);
    setView('login');
  };

  if (view === 'forgot') {
    return (
      <AuthCard title="Forgotten password" description="For your account in this portal">
        <ForgotPasswordForm email={email} onBack={() => setView('login')} />
      </AuthCard>
    );
  }
  if (view === 'reset' && link?.token) {
    return (
      <AuthCard title="New password" description="For your account in this portal">
        <ResetPasswordForm {...link} token={link.token} onDone={(message) => finish({ message })} />
      </AuthCard>
    );
  }
  if (view === 'confirm' && link?.token) {
    return <Confirm token={link.token} onDone={finish} onLogIn={() => setView('login')} />;
  }
  if (view === 'object' && link?.token) {
    return (
      <AuthCard title="Not your group?" description="Nothing happens until you press the button">
        <ObjectionForm token={link.token} />
      </AuthCard>
    );
  }
  const warning = link && !link.token && !done.message ? incompleteLinks[link.kind] : undefined;
  return (
    <LogIn email={email} done={done} warning={warning} onForgotten={() => setView('forgot')} />
  );
}

type ConfirmProps = { token: string; onDone: (done: Done) => void; onLogIn: () => void };

function Confirm({ token, onDone, onLogIn }: ConfirmProps) {
  return (
    <AuthCard title="Confirm your email" description="It opens your group in this portal">
      <ConfirmEmailForm
        token={token}
        onDone={({ email, message }) => {
          // Confirming an email address ends all sessions of its account, including the session in this browser.
          if (getSession()?.email === email) clearSession();
          onDone({ message, confirmedEmail: email });
        }}
      />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={onLogIn}>
        Log in instead
      </Anchor>
    </AuthCard>
  );
}

type LogInProps = {
  email: string;
  done: Done;
  warning: string | undefined;
  onForgotten: () => void;
};

function LogIn({ email, done, warning, onForgotten }: LogInProps) {
  const { state, search } = useLocation();
  const openSession = useOpenSession();
  const isAwaiting = mustConfirmEmail(state) && done.confirmedEmail === undefined;
  return (
    <AuthCard
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
      {warning && (
        <Alert color="yellow" role="alert" mb="md">
          {warning}
        </Alert>
      )}
      <Notes message={done.message} awaiting={isAwaiting ? email : undefined} />
      <LoginForm
        email={email}
        onLoggedIn={(session) => {
          openSession(session, getPathAfterLogin(state, search), {
            afterRedirect: () => showToastAcrossRedirect('success', 'Login successful!', toastMs),
            now: () => toast.success('Login successful!', toastMs),
          });
        }}
      />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={onForgotten}>
        Forgotten your password?
      </Anchor>
    </AuthCard>
  );
}

type NotesProps = {
  message: string | undefined;
  /** Email address that a new user must still confirm. */
  awaiting: string | undefined;
};

function Notes({ message, awaiting }: NotesProps) {
  const session = useSession();
  return (
    <>
      {message && (
        <Alert color="green" role="status" mb="md">
          {message}
        </Alert>
      )}
      {awaiting && <AwaitingConfirmationNote email={awaiting} />}
      {session && (
        <Alert mb="md">
          You are logged in as <bdi>{session.name}</bdi>. If you log in here, you’ll be logged out
          of that account in this browser.
        </Alert>
      )}
    </>
  );
}
