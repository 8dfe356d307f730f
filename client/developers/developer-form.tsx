import { Alert, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { findChangedFile } from '#client/api/files/find-changed-file.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { encodePhoto } from '#client/ui/form/encode-photo.ts';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { Problem } from '#contract/problem.ts';
import { buildLineSchema, buildParagraphSchema } from '#contract/values/text.ts';
import { addDeveloper } from './use-stored-developers.ts';

type Values = { name: string; role: string; bio: string; year: string; photo?: File };

const initialValues: Values = { name: '', role: '', bio: '', year: '', photo: undefined };

const validate = {
  name: createFieldValidator(buildLineSchema('Name', 100)),
  role: createFieldValidator(buildLineSchema('Role', 100)),
  bio: createFieldValidator(buildParagraphSchema('Bio', 1000).min(1, 'Bio is required.')),
  year: createFieldValidator(buildLineSchema('Year', 40)),
  photo: (file: File | undefined) => (file ? null : 'Photo is required.'),
};

async function add({ photo: file, ...texts }: Values) {
  const photo = file && (await encodePhoto(file));
  if (!photo) {
    const message =
      (file && (await findChangedFile(file))) ??
      'This file is not a picture. Choose a JPG, PNG or WebP.';
    throw new Problem('invalid', message, { fields: { photo: message } });
  }
  addDeveloper({ ...texts, photo });
}

const wholeRow = { gridColumn: '1 / -1' };

/** Every field is required (spec 3). */
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
      toast.success(`${name} added`);
    },
    failure:
      'This browser’s storage is full or blocked. Remove a developer that you added earlier, or choose a smaller photo. Your input is kept.',
  });

  return (
    <Section
      title="Add a developer"
      description="Stored only in this browser and never sent anywhere."
    >
      <form {...form.props}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <TextInput label="Role" required {...form.getInputProps('role')} />
          <Textarea style={wholeRow} label="Bio" required rows={3} {...form.getInputProps('bio')} />
          <TextInput label="Year" required {...form.getInputProps('year')} />
          <FilePicker
            label="Photo"
            required
            accept={['jpg', 'jpeg', 'png', 'webp']}
            description="JPG, PNG or WebP. The photo is resized before it is stored."
            {...form.getInputProps('photo')}
          />
          {form.status.error && (
            <Alert style={wholeRow} color="red" role="alert">
              {form.status.error}
            </Alert>
          )}
          <Group style={wholeRow}>
            <SubmitButton isBusy={form.isBusy} busyText="Adding…">
              Add developer
            </SubmitButton>
          </Group>
        </SimpleGrid>
      </form>
    </Section>
  );
}
