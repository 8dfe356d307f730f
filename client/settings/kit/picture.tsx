import { Box } from '@mantine/core';

type PictureProps = { src: string; alt: string };

export const Picture = (props: PictureProps) => (
  <Box component="img" maw="8rem" mah="5rem" style={{ objectFit: 'contain' }} {...props} />
);
