import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { SignupForm } from '#client/account/signup-form.tsx';
import { AuthCard } from '#client/layout/entry-card.tsx';
import { getPathAfterLogin } from '#client/session/next-path.ts';
import { paths } from '#contract/paths.ts';

export function Component() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const loginState = { next: getPathAfterLogin(state) };
  return (
    <AuthCard
      title="Sign up"
      description={
        <>
          For students. Already have an account?{' '}
          <Anchor component={Link} to={paths.login} state={state}>
            Log&nbsp;in
          </Anchor>
        </>
      }
    >
      <SignupForm
        loginState={loginState}
        onDone={(account) => navigate(paths.login, { state: { ...loginState, ...account } })}
      />
    </AuthCard>
  );
}
