import { declareBrowserTests } from './stories.ts';
import { openWebKit } from './webkit.ts';

declareBrowserTests(openWebKit);
