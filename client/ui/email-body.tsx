import { Paper, Tabs, Text } from '@mantine/core';

type EmailBodyProps = { text: string; html: string };

/** Disables all links by making them open in a new window, which the frame's sandbox blocks. */
const blockLinks = '<base target="_blank">';

/** Renders the untrusted HTML in a sandboxed frame. The Content-Security-Policy blocks external content. */
export function EmailBody({ text, html }: EmailBodyProps) {
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List aria-label="Email format">
        <Tabs.Tab value="html">As most people see it</Tabs.Tab>
        <Tabs.Tab value="text">Plain text</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html" pt="sm">
        <Paper
          component="iframe"
          display="block"
          w="100%"
          h="clamp(14rem, 52vh, 34rem)"
          radius="sm"
          title="The email as most people see it"
          sandbox=""
          srcDoc={blockLinks + html}
        />
        <Text size="sm" c="dimmed">
          Links don’t open from here.
        </Text>
      </Tabs.Panel>
      <Tabs.Panel value="text" pt="sm">
        <Paper
          component="pre"
          radius="sm"
          m={0}
          p="0.75rem 1rem"
          fz="sm"
          lh={1.55}
          ff="monospace"
          className="breakable"
          style={{ whiteSpace: 'pre-wrap' }}
        >
          {text}
        </Paper>
      </Tabs.Panel>
    </Tabs>
  );
}
