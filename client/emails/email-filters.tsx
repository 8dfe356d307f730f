import { Menu, Select } from '@mantine/core';
import { Link } from 'react-router';
import { useDownload } from '#client/api/files/use-download.ts';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { links } from '#contract/links.ts';
import { emailStates, exportEmails } from '#contract/messages/emails.ts';
import { paths } from '#contract/paths.ts';
import { type EmailListUrlState, emailPageSizes } from './use-email-address.ts';

const states = Object.entries(emailStates).map(([value, label]) => ({ value, label }));

type EmailFiltersProps = { address: EmailListUrlState; resultText: string | undefined };

export function EmailFilters({ address, resultText }: EmailFiltersProps) {
  const { q, state, limit, search, narrow, resize } = address;
  const { download, progress } = useDownload({ failure: 'Couldn’t export emails' });
  const filter = { q, ...(state && { state }) };
  return (
    <FilterBar
      actions={
        <MoreMenu
          download={{
            ...progress,
            isDisabled: address.unknown.length > 0,
            onSave: (format) => download(exportEmails, { query: { ...filter, format } }),
          }}
        >
          <Menu.Item component={Link} to={paths.setting('emails')}>
            Edit templates
          </Menu.Item>
          <Menu.Item component={Link} to={links.adminTab('emails')}>
            Emails in the admin panel
          </Menu.Item>
        </MoreMenu>
      }
    >
      <SearchField
        label="Search emails"
        placeholder="Recipient, subject, group"
        value={q}
        onSearch={search}
        found={resultText}
      />
      <Select
        label="State"
        placeholder="Any state"
        data={states}
        value={state ?? null}
        onChange={narrow}
        clearable
        clearButtonProps={{ 'aria-label': 'Show emails of any state' }}
      />
      <Select
        label="Per page"
        data={emailPageSizes.map(String)}
        value={String(limit)}
        onChange={resize}
      />
    </FilterBar>
  );
}
