import { Box, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { findContrastError } from '#contract/values/colour.ts';
import type { LeafField } from './fields.ts';
import { getValueAtPath, useErrorAtPath, useSettingFormContext } from './form-context.ts';

const isWhole = (colour: string) => /^#[0-9a-f]{6}$/.test(colour);

export function ColourField({ field, path }: { field: LeafField; path: string }) {
  const { form, isReadOnly } = useSettingFormContext();
  const value = String(getValueAtPath(form.values, path) ?? '');
  const refused = useErrorAtPath(path);
  const [hasLeft, setHasLeft] = useState(false);
  const unreadable = isWhole(value) ? findContrastError(value) : undefined;
  const nearest = unreadable && /#[0-9a-f]{6}(?=\.$)/.exec(unreadable)?.[0];
  const incomplete =
    hasLeft && value !== '' && !isWhole(value)
      ? 'Enter the colour as # and six digits or letters from a to f, such as #1d5b52.'
      : undefined;
  const set = (colour: string) => form.setFieldValue(path, colour.trim().toLowerCase());
  return (
    <div>
      <TextInput
        maw="32rem"
        label={field.label}
        description={field.description}
        placeholder="#1d5b52"
        readOnly={isReadOnly}
        value={value}
        error={unreadable ?? incomplete ?? refused}
        onBlur={() => setHasLeft(true)}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        rightSectionWidth="3.25rem"
        rightSection={
          <Box
            component="input"
            type="color"
            aria-label="Pick a colour"
            w="2.5rem"
            h="1.65rem"
            p={0}
            bd={0}
            bg="none"
            disabled={isReadOnly}
            value={isWhole(value) ? value : '#1d5b52'}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        }
      />
      {nearest && !isReadOnly && (
        <Button variant="default" size="xs" mt="xs" onClick={() => set(nearest)}>
          Use {nearest}
        </Button>
      )}
    </div>
  );
}
