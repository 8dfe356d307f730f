import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { findChangedFile } from '#client/api/files/find-changed-file.ts';
import { encodePhoto } from '#client/ui/form/encode-photo.ts';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { maxPictureBytes } from '#contract/settings/content.ts';
import type { LeafField } from './fields.ts';
import { getValueAtPath, useErrorAtPath, useSettingFormContext } from './form-context.ts';
import { Picture } from './picture.tsx';

const logoTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};
const accepted = {
  logo: Object.keys(logoTypes),
  photo: ['jpg', 'jpeg', 'png', 'webp'],
} as const;

function checkLogo({ name, size }: File): string | undefined {
  if (!logoTypes[endingOf(name)]) return 'Choose a PNG, JPEG, WebP, GIF or SVG file.';
  if (size === 0) return 'The file is empty. Choose another one.';
  return size > maxPictureBytes
    ? 'The file is larger than 650 kB. Save it with fewer pixels; 512 × 512 is enough.'
    : undefined;
}

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

/** Takes the media type from the file extension, because browsers report different types for SVG. */
async function encodeLogo(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${logoTypes[endingOf(file.name)]};base64,${btoa(text)}`;
}

export function PictureField({ field, path }: { field: LeafField; path: string }) {
  const { form, isReadOnly } = useSettingFormContext();
  const [refusal, setRefusal] = useState<string>();
  const error = useErrorAtPath(path);
  const isLogo = field.kind === 'logo';
  const value = String(getValueAtPath(form.values, path) ?? '');
  const take = async (file: File | undefined) => {
    if (!file) return;
    const changed = await findChangedFile(file);
    if (changed) return setRefusal(changed);
    const url = isLogo ? await encodeLogo(file) : await encodePhoto(file);
    setRefusal(url ? undefined : 'This file is not a picture. Choose a JPG, PNG or WebP.');
    if (url) form.setFieldValue(path, url);
  };
  return (
    <div>
      {!isReadOnly && (
        <FilePicker
          label={field.label}
          description={field.description}
          accept={isLogo ? accepted.logo : accepted.photo}
          check={isLogo ? checkLogo : undefined}
          onChange={(file) => void take(file)}
          error={refusal ?? error}
        />
      )}
      {value !== '' && (
        <Group gap="md" mt="xs">
          <Picture src={value} alt={`${field.label} as it is now`} />
          {!isReadOnly && (
            <Button variant="default" size="xs" onClick={() => form.setFieldValue(path, '')}>
              Remove {field.label.toLowerCase()}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
