import { Tabs, Text } from '@mantine/core';
import classes from './email-body.module.css';

type EmailBodyProps = { text: string; html: string };

/** Links would open inside the frame, and as new pages its sandbox refuses them. */
const withoutLinks = '<base target="_blank">';

/**
 * Both forms that an email has. What people typed stands in the HTML: in the sandbox it has no scripts, no forms, no
 * address of its own and no way to the page around it, and by the portal's policy nothing from elsewhere.
 */
export function EmailBody({ text, html }: EmailBodyProps) {
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List aria-label="Form of the email">
        <Tabs.Tab value="html">As most people see it</Tabs.Tab>
        <Tabs.Tab value="text">Plain text</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html" pt="sm">
        <iframe
          className={classes.frame}
          title="The email as most people see it"
          sandbox=""
          srcDoc={withoutLinks + html}
        />
        <Text size="sm" c="dimmed">
          Links do not open from here.
        </Text>
      </Tabs.Panel>
      <Tabs.Panel value="text" pt="sm">
        <pre className={classes.text}>{text}</pre>
      </Tabs.Panel>
    </Tabs>
  );
}
