import { Group, Text, TextInput } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { OpenPdf, PdfFigures } from './open-pdf.ts';
import classes from './pdf-preview.module.css';
import { PdfSearch } from './pdf-search.tsx';
import { ToolButton } from './tool-button.tsx';

type PdfToolbarProps = { pdf: OpenPdf; figures: PdfFigures };

export function PdfToolbar({ pdf, figures }: PdfToolbarProps) {
  const { page, pages, zoom } = figures;
  return (
    <div className={classes.toolbar}>
      <Group gap="0.25rem" wrap="nowrap">
        <ToolButton label="Previous page" isDisabled={page <= 1} onPress={() => pdf.goTo(page - 1)}>
          <IconChevronUp size={18} aria-hidden />
        </ToolButton>
        <ToolButton label="Next page" isDisabled={page >= pages} onPress={() => pdf.goTo(page + 1)}>
          <IconChevronDown size={18} aria-hidden />
        </ToolButton>
        <PageField page={page} pages={pages} onGoTo={pdf.goTo} />
      </Group>
      <Group gap="0.25rem" wrap="nowrap">
        <ToolButton label="Zoom out" onPress={() => pdf.zoomBy(-1)}>
          <IconZoomOut size={18} aria-hidden />
        </ToolButton>
        <Text size="sm">{zoom}%</Text>
        <ToolButton label="Zoom in" onPress={() => pdf.zoomBy(1)}>
          <IconZoomIn size={18} aria-hidden />
        </ToolButton>
        <ToolButton label="Fit the width" onPress={pdf.fitWidth}>
          <IconArrowAutofitWidth size={18} aria-hidden />
        </ToolButton>
      </Group>
      <PdfSearch pdf={pdf} matches={figures.matches} />
    </div>
  );
}

type PageFieldProps = { page: number; pages: number; onGoTo: (page: number) => void };

/** Shows the current page, and accepts another number with Enter. */
function PageField({ page, pages, onGoTo }: PageFieldProps) {
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const goTo = () => {
    const number = Number(typed);
    if (Number.isInteger(number) && number >= 1 && number <= pages) onGoTo(number);
    else setTyped(String(page));
  };
  return (
    <Group gap="0.35rem" wrap="nowrap">
      <TextInput
        aria-label={`Page of ${pages}`}
        inputMode="numeric"
        size="xs"
        w={`${String(pages).length + 3}ch`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Going to the shown page would scroll to its top.
        onBlur={() => (Number(typed) === page ? setTyped(String(page)) : goTo())}
        onKeyDown={(event) => event.key === 'Enter' && goTo()}
      />
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        of {pages}
      </Text>
    </Group>
  );
}
