import { Alert } from '@mantine/core';

/** Stands for a part of a page whose code failed to load, for example without a connection. */
export const PartNotLoaded = () => (
  <Alert role="alert">Couldn’t load this part of the page. Reload the page and try again.</Alert>
);
