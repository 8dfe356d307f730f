import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { useRead } from '#client/api/use-read.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findDesk } from '#contract/desk.ts';
import { type Courses, findCourses } from '#contract/settings/courses.ts';
import {
  addCertificate,
  type Certificate,
  changeCertificate,
  findCertificates,
} from '#contract/students/certificates.ts';

export type EditedCertificate = 'new' | Certificate;

type CertificateDialogProps = {
  groupId: string;
  rule: Courses['rule'];
  edited: EditedCertificate | undefined;
  onClose: () => void;
};

export function CertificateDialog({ edited, onClose, ...props }: CertificateDialogProps) {
  const shown = useLastDefined(edited);
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      // A click outside must not discard the input.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={shown === 'new' ? 'Add certificate' : 'Edit certificate'}
      size="32rem"
    >
      {shown && <CertificateFormLoader {...props} edited={shown} onDone={onClose} />}
    </Modal>
  );
}

type CertificateFormProps = Omit<CertificateDialogProps, 'edited' | 'onClose'> & {
  edited: EditedCertificate;
  onDone: () => void;
};

/** Loads the long course list only when the form opens. */
function CertificateFormLoader(props: CertificateFormProps) {
  const courses = useRead(findCourses, {}, { failure: 'Couldn’t load the courses' });
  return (
    <Loaded read={courses} loading={<LoadingLines lines={8} label="Loading the courses…" />}>
      {({ topics }) => <CertificateForm {...props} topics={topics} />}
    </Loaded>
  );
}

function useCertificateForm({ groupId, edited, onDone }: CertificateFormProps) {
  const before = edited === 'new' ? undefined : edited;
  return useSendForm({
    initialValues: {
      courseId: before?.courseId ?? null,
      title: before?.title ?? '',
      provider: before?.provider ?? '',
      countsFor: before?.countsFor ?? '',
    },
    validate: {
      title: createFieldValidator(addCertificate.body.shape.title),
      provider: createFieldValidator(addCertificate.body.shape.provider),
      countsFor: (value) => (value === '' ? 'Choose what it counts for.' : null),
    },
    send: (body) =>
      before
        ? call(changeCertificate, { params: { certificateId: before._id }, body })
        : call(addCertificate, { params: { groupId }, body }),
    failure: 'Couldn’t save the certificate',
    onDone: async ({ message }) => {
      toast.success(message);
      await invalidateEndpoints(findCertificates, findDesk);
      onDone();
    },
  });
}

type LoadedFormProps = CertificateFormProps & Pick<Courses, 'topics'>;

function CertificateForm({ topics, ...props }: LoadedFormProps) {
  const form = useCertificateForm(props);
  const pick = (id: string | null) => {
    const course = topics
      .flatMap((topic) => topic.courses)
      .find((candidate) => candidate.id === id);
    form.setFieldValue('courseId', id);
    if (!course) return;
    const { title, provider, fulfils } = course;
    form.setValues({ courseId: id, title, provider, countsFor: fulfils ?? 'optional' });
  };
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        {topics.length > 0 && (
          <Select
            label="From the course list (optional)"
            description="Fills in the fields below"
            placeholder="Another course"
            data={topics.map(({ title, courses: list }) => ({
              group: title,
              items: list.map((course) => ({ value: course.id, label: course.title })),
            }))}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the course' }}
            value={form.values.courseId}
            onChange={pick}
          />
        )}
        <TextInput
          label="Title"
          description="As printed on the certificate"
          required
          {...form.getInputProps('title')}
        />
        <TextInput label="Provider (optional)" {...form.getInputProps('provider')} />
        <Select
          label="Counts for"
          required
          data={[
            ...props.rule.mandatory.map(({ id, title }) => ({ value: id, label: title })),
            { value: 'optional', label: 'Optional' },
            { value: 'internship', label: 'Internship' },
          ]}
          {...form.getInputProps('countsFor')}
        />
        <DialogFooter>
          <SubmitButton isBusy={form.isBusy} busyText="Saving…">
            Save certificate
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
