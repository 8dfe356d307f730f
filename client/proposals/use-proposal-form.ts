import type { FormErrors } from '@mantine/form';
import { type ReactNode, useRef } from 'react';
import { call } from '#client/api/call.ts';
import { fieldErrorsOf, messageOf } from '#client/api/problems.ts';
import type { Session } from '#client/api/session.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { afterPointer } from '#client/ui/form/after-pointer.ts';
import { proposalOf, submitProposal } from '#contract/proposals.ts';
import type { Eligibility } from '#contract/rules/eligibility.ts';
import { checkProposal } from './check-proposal.ts';
import type { ProposalTexts } from './draft.ts';
import type { GroupInBrief } from './own-group.ts';
import { type Choices, offered, valuesOf } from './proposal-values.ts';

export type ProposalFormInput = {
  session: Session;
  /** Also say which cohort the proposal goes to. */
  choices: Choices;
  eligibility: Eligibility;
  texts?: ProposalTexts | undefined;
  onSubmitted: (group: GroupInBrief) => void;
};

/** The group form's values, what is wrong with them, and sending all of it in one call. */
export function useProposalForm(given: ProposalFormInput) {
  const { session, choices, eligibility, texts, onSubmitted } = given;
  const refused = useRef<FormErrors>({});
  const form = useSendForm({
    initialValues: offered(valuesOf(session, texts), choices),
    validate: (values) => checkProposal(choices.rules, values),
    enhanceGetInputProps: ({ inputProps: { onBlur, error } }) => ({
      onBlur: () =>
        afterPointer(() => {
          if (!isRefused(error)) onBlur?.();
          recheckShown();
        }),
    }),
    send: async (values, options) => {
      const body = proposalOf(choices.rules).parse({ ...values, eligibility });
      const { groupId, fypGroupName } = await call(
        submitProposal,
        { query: { cohort: choices.cohort }, body },
        options,
      );
      return { groupId, name: fypGroupName, title: body.title };
    },
    onDone: onSubmitted,
    failure: (error) =>
      messageOf(
        error,
        'Failed to submit group. Please try again.',
        'Something went wrong! Please check your connection.',
      ),
    onFailure: (error) => {
      refused.current = fieldErrorsOf(error);
    },
  });

  /** What the server refused, this browser cannot judge: it stands until the field is changed. */
  const isRefused = (error: ReactNode) => Object.values(refused.current).includes(error);
  /** Another member's field may repeat one no longer. */
  const recheckShown = () => {
    const errors = checkProposal(choices.rules, form.getValues());
    form.setErrors((shown) =>
      Object.fromEntries(
        Object.entries(shown).flatMap(([path, error]) =>
          isRefused(error) ? [[path, error]] : errors[path] ? [[path, errors[path]]] : [],
        ),
      ),
    );
  };
  return { form, recheckShown };
}
