import { Box } from '@mantine/core';

type PictureProps = { src: string; alt: string };

/** A logo or photo that is stored as a data URL. */
export const Picture = (props: PictureProps) => (
  <Box component="img" maw="8rem" mah="5rem" style={{ objectFit: 'contain' }} {...props} />
);
