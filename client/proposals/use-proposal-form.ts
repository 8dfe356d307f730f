import type { FormErrors } from '@mantine/form';
import { type ReactNode, useRef } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useModules } from '#client/api/portal.ts';
import { getErrorMessage, getFieldErrors } from '#client/api/problems.ts';
import type { Session } from '#client/api/session/session.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { runAfterPointerRelease } from '#client/ui/form/run-after-pointer.ts';
import type { EligibilityAnswers } from '#contract/rules/eligibility.ts';
import { getProposalSchema, submitProposal } from '#contract/students/proposals.ts';
import { findProposalErrors } from './check-proposal.ts';
import type { ProposalTexts } from './draft.ts';
import { type GroupSummary, getCreatedGroup } from './own-group-query.ts';
import {
  clearUnknownChoices,
  type ProposalFormChoices,
  toInitialProposalValues,
} from './proposal-values.ts';

export type ProposalFormInput = {
  session: Session;
  choices: ProposalFormChoices;
  eligibility: EligibilityAnswers;
  texts?: ProposalTexts | undefined;
  onSubmitted: (group: GroupSummary) => void;
};

export function useProposalForm(inputs: ProposalFormInput) {
  const { session, choices, eligibility, texts, onSubmitted } = inputs;
  const { rules } = choices;
  const modules = useModules();
  const proposalRules = { rules, modules, ownEmail: session.email };
  const refused = useRef<FormErrors>({});
  const form = useSendForm({
    initialValues: clearUnknownChoices(toInitialProposalValues(session, texts), choices),
    validate: (values) => findProposalErrors(proposalRules, values),
    enhanceGetInputProps: ({ inputProps: { onBlur, error } }) => ({
      onBlur: () =>
        runAfterPointerRelease(() => {
          if (!isRefused(error)) onBlur?.();
          recheckShown();
        }),
    }),
    send: async (values, options) => {
      const body = getProposalSchema(rules, modules).parse({ ...values, eligibility });
      const { cohort } = choices;
      const reply = await call(submitProposal, { query: { cohort }, body }, options);
      return getCreatedGroup(reply, body.title, session.email, cohort);
    },
    onDone: onSubmitted,
    failure: (error) =>
      getErrorMessage(
        error,
        'Failed to submit group. Please try again.',
        'Something went wrong! Please check your connection.',
      ),
    onFailure: (error) => {
      refused.current = getFieldErrors(error);
    },
  });

  /** Returns true if the server returned this error. The form shows such an error until the user changes its field. */
  const isRefused = (error: ReactNode) => Object.values(refused.current).includes(error);
  /** Revalidates all fields with an error, because a change to one member can resolve another member's duplicate. */
  const recheckShown = () => {
    const errors = findProposalErrors(proposalRules, form.getValues());
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
