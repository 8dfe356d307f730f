import { PasswordInput, type PasswordInputProps, Progress, Stack, Text } from '@mantine/core';
import { ratePassword } from '#contract/values/common-passwords.ts';
import { passwordHint } from '#contract/values/password.ts';

const colors = { 1: 'red', 2: 'brass', 3: 'green' } as const;
const minLength = 8;

/** Password field that rates the typed password and advises. The rating refuses nothing. */
export function NewPasswordInput(props: PasswordInputProps) {
  const typed = typeof props.value === 'string' ? props.value : '';
  const rating = typed.length >= minLength && !props.error ? ratePassword(typed) : undefined;
  return (
    <Stack gap={6}>
      <PasswordInput description={passwordHint} autoComplete="new-password" {...props} />
      <div role="status">
        {rating && (
          <>
            <Progress
              value={(rating.level / 3) * 100}
              color={colors[rating.level]}
              size="xs"
              aria-hidden
            />
            <Text size="xs" c="dimmed" mt={4}>
              {rating.advice}
            </Text>
          </>
        )}
      </div>
    </Stack>
  );
}
