import { Table } from '@mantine/core';
import type { ResultSheetContent } from '#contract/exports/results.ts';

/** Shows the values of a result sheet in the order of the printed sheet. */
export function SheetContent({ facts, members, rows }: ResultSheetContent) {
  return (
    <>
      <Table aria-label="Details on the sheet">
        <Table.Tbody>
          {facts.map(({ label, value }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400} w="10rem">
                {label}
              </Table.Th>
              <Table.Td>
                <bdi>{value}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Table.ScrollContainer minWidth={300 + members.length * 90} type="native">
        <Table aria-label="Marks on the sheet">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Milestone</Table.Th>
              <Table.Th>Total</Table.Th>
              {members.map(({ name, roll, until }) => (
                <Table.Th key={`${roll} ${until}`}>
                  <bdi>{name}</bdi>, <bdi>{roll}</bdi>
                  {until !== undefined && `, ${until}`}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ kind, cells: [title, ...numbers] }) => (
              <Table.Tr key={`${kind} ${title}`} fw={kind === 'milestone' ? 400 : 600}>
                <Table.Th scope="row" fw="inherit">
                  {title}
                </Table.Th>
                {numbers.map((number, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
                  <Table.Td key={column}>{number}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
