import { Group, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { OpenPdf, PdfFigures } from './open-pdf.ts';
import { ToolButton } from './tool-button.tsx';

type PdfSearchProps = { pdf: OpenPdf; matches: PdfFigures['matches'] };

export function PdfSearch({ pdf, matches }: PdfSearchProps) {
  const [query, setQuery] = useState('');
  const search = (text: string) => {
    setQuery(text);
    pdf.find(text, false);
  };
  return (
    <Group gap="0.25rem" wrap="nowrap" role="search">
      <TextInput
        aria-label="Search in the PDF"
        placeholder="Search in the PDF"
        size="xs"
        w="11rem"
        type="search"
        value={query}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && pdf.find(query, true, event.shiftKey)}
      />
      {query !== '' && (
        <>
          <ToolButton label="Previous match" onPress={() => pdf.find(query, true, true)}>
            <IconChevronLeft size={18} aria-hidden />
          </ToolButton>
          <ToolButton label="Next match" onPress={() => pdf.find(query, true)}>
            <IconChevronRight size={18} aria-hidden />
          </ToolButton>
        </>
      )}
      <Text size="sm" role="status">
        {query !== '' && formatMatches(matches)}
      </Text>
    </Group>
  );
}

function formatMatches(matches: PdfFigures['matches']): string {
  if (!matches) return 'Searching…';
  return matches.total === 0 ? 'No matches' : `${matches.position} of ${matches.total}`;
}
