import { useRef, useState } from 'react';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import { matchesSearch } from '#client/ui/list/matches-search.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { SearchBox } from '#client/ui/list/search-box.tsx';
import { useSearch } from '#client/ui/list/use-search.ts';
import { Section } from '#client/ui/section.tsx';
import type { FormattedFaq } from '#contract/settings/content.ts';
import { toSearchText } from '#contract/values/formatted/formatted-text.ts';
import { FaqList } from './faq-list.tsx';
import { useLinkedAnswer } from './use-linked-answer.ts';

const countQuestions = (sections: FormattedFaq) =>
  sections.reduce((sum, { questions }) => sum + questions.length, 0);

function searchFaq(faq: FormattedFaq, q: string): FormattedFaq {
  return faq
    .map((section) => ({
      ...section,
      questions: section.questions.filter(({ question, answer }) =>
        matchesSearch(q, question, toSearchText(answer)),
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function AllAnswers({ faq }: { faq: FormattedFaq }) {
  return faq.map(({ id, title, questions }) => (
    <section key={id} aria-label={title}>
      {questions.map(({ id: question, ...item }) => (
        <div key={question}>
          <h3 id={`faq-${question}`}>{item.question}</h3>
          <FormattedText blocks={item.answer} />
        </div>
      ))}
    </section>
  ));
}

export function FaqSection({ faq }: { faq: FormattedFaq }) {
  const { q, search, box: searchBox } = useSearch();
  const [opened, setOpened] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useLinkedAnswer(box, setOpened);

  const change = (next: string) => {
    search(next);
    box.current?.scrollTo({ top: 0 });
  };
  const hasFeeProof = useIsModuleEnabled('feeProof');
  const all = countQuestions(faq);
  const sections = searchFaq(faq, q);
  const matchCount = countQuestions(sections);
  return (
    <Section
      title="Frequently asked questions"
      description={`${all >= 30 ? '30+' : all} FAQs. Search them, or open one below.`}
    >
      <div data-scripted>
        <SearchBox
          label="Search the FAQ"
          placeholder={`For example: ${hasFeeProof ? 'fee proof' : 'deadline'}`}
          {...searchBox}
          onChange={change}
          found={q.trim() === '' ? '' : `${matchCount} of ${all} questions match`}
        />
      </div>
      {matchCount > 0 ? (
        <FaqList sections={sections} opened={opened} onOpen={setOpened} box={box} />
      ) : (
        <NothingFound title="No matching questions" all="questions" onShowAll={() => change('')}>
          Try different keywords, or contact the FYP office.
        </NothingFound>
      )}
      <noscript>
        <AllAnswers faq={faq} />
      </noscript>
    </Section>
  );
}
