import { Alert, Button, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { fieldBy } from '#client/api/validate.ts';
import { encodePhoto } from '#client/ui/form/encode-photo.ts';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { Section } from '#client/ui/section.tsx';
import { Problem } from '#contract/problem.ts';
import { line, paragraph } from '#contract/values/text.ts';
import classes from './developers.module.css';
import { addDeveloper } from './use-stored-developers.ts';

type Values = { name: string; role: string; bio: string; year: string; photo?: File };

const initialValues: Values = { name: '', role: '', bio: '', year: '', photo: undefined };

const validate = {
  name: fieldBy(line('Name', 100)),
  role: fieldBy(line('Role', 100)),
  bio: fieldBy(paragraph('Bio', 1000).min(1, 'Bio is required.')),
  year: fieldBy(line('Year', 40)),
  photo: (file: File | undefined) => (file ? null : 'Photo is required.'),
};

async function add({ photo: file, ...words }: Values) {
  const photo = file && (await encodePhoto(file));
  if (!photo) {
    const refusal = 'This file is not a picture. Choose a JPG, PNG or WebP.';
    throw new Problem('invalid', refusal, { fields: { photo: refusal } });
  }
  addDeveloper({ ...words, photo });
}

/** An admin adds somebody; every field is required, and all of it stays in this browser (spec 3). */
export function DeveloperForm() {
  const form = useSendForm({
    initialValues,
    validate,
    transformValues: ({ name, role, bio, year, photo }) => ({
      name: name.trim(),
      role: role.trim(),
      bio: bio.trim(),
      year: year.trim(),
      photo,
    }),
    send: add,
    onDone: (_, { name }) => {
      form.reset();
      toast.success(`${name} was added.`);
    },
    failure:
      'This browser’s storage is full. Remove a developer that you added before, or choose a smaller photo; nothing you typed is lost.',
  });

  return (
    <Section
      title="Add a developer"
      description="Kept in this browser only: it is not sent anywhere."
    >
      <form {...form.props}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <TextInput label="Role" required {...form.getInputProps('role')} />
          <Textarea
            className={classes.whole}
            label="Bio"
            required
            rows={3}
            {...form.getInputProps('bio')}
          />
          <TextInput label="Year" required {...form.getInputProps('year')} />
          <FilePicker
            label="Photo"
            required
            accept={['jpg', 'jpeg', 'png', 'webp']}
            description="JPG, PNG or WebP. It is made small before it is kept."
            {...form.getInputProps('photo')}
          />
          {form.status.error && (
            <Alert className={classes.whole} color="red" role="alert">
              {form.status.error}
            </Alert>
          )}
          <Group className={classes.whole}>
            <Button type="submit" loading={form.isBusy}>
              Add developer
            </Button>
          </Group>
        </SimpleGrid>
      </form>
    </Section>
  );
}
