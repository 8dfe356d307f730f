import { Alert, Button, Group, Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useState } from 'react';
import { FilePicker } from '#client/ui/file-picker.tsx';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { Section } from '#client/ui/section.tsx';
import { toast } from '#client/ui/toast.ts';
import classes from './developers.module.css';
import { encodePhoto } from './encode-photo.ts';
import { addDeveloper } from './use-stored-developers.ts';

type Values = { name: string; role: string; bio: string; year: string; photo?: File };

const initialValues: Values = { name: '', role: '', bio: '', year: '', photo: undefined };

/** An admin adds somebody; every field is required, and all of it stays in this browser (spec 3). */
export function DeveloperForm() {
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useForm<Values>({
    initialValues,
    validateInputOnBlur: true,
    validate: {
      name: isNotEmpty('Name is required.'),
      role: isNotEmpty('Role is required.'),
      bio: isNotEmpty('Bio is required.'),
      year: isNotEmpty('Year is required.'),
      photo: (file) => (file ? null : 'Photo is required.'),
    },
    transformValues: ({ name, role, bio, year, photo }) => ({
      name: name.trim(),
      role: role.trim(),
      bio: bio.trim(),
      year: year.trim(),
      photo,
    }),
  });

  const add = async ({ photo: file, ...words }: Values) => {
    setFault('');
    setBusy(true);
    try {
      const photo = file && (await encodePhoto(file));
      if (!photo) {
        form.setFieldError('photo', 'This file is not a picture. Choose a JPG, PNG or WebP.');
        return;
      }
      addDeveloper({ ...words, photo });
      form.reset();
      toast.success(`${words.name} was added.`);
    } catch {
      setFault(
        'This browser’s storage is full. Remove a developer that you added before, or choose a smaller photo; nothing you typed is lost.',
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Section
      title="Add a developer"
      description="Kept in this browser only: it is not sent anywhere."
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(add, (_errors, _values, event) => focusFirstError(event))}
      >
        <TextInput label="Name" required maxLength={100} {...form.getInputProps('name')} />
        <TextInput label="Role" required maxLength={100} {...form.getInputProps('role')} />
        <Textarea
          className={classes.whole}
          label="Bio"
          required
          rows={3}
          maxLength={1000}
          {...form.getInputProps('bio')}
        />
        <TextInput label="Year" required maxLength={40} {...form.getInputProps('year')} />
        <FilePicker
          label="Photo"
          required
          accept={['jpg', 'jpeg', 'png', 'webp']}
          description="JPG, PNG or WebP. It is made small before it is kept."
          {...form.getInputProps('photo')}
        />
        {fault && (
          <Alert className={classes.whole} color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Group className={classes.whole}>
          <Button type="submit" loading={isBusy}>
            Add developer
          </Button>
        </Group>
      </form>
    </Section>
  );
}
