import type { GroupRules } from '#contract/rules/group-rules.ts';

/** The group rules of the specification, identical to those in `content/groups.yaml`. */
export const groupRules: GroupRules = {
  maxMembers: 3,
  phone: '+92 3#########',
  eligibility: [
    { id: 'asGroup', question: 'Are you proposing as a group of two or three?' },
    {
      id: 'moreThanThree',
      question: 'Does your group have more than three members?',
      fails: 'yes',
    },
    {
      id: 'feeProofs',
      question: 'Does every member have a fee proof ready as a PDF?',
      fails: 'no',
    },
  ],
};
