import { openFirefox } from './firefox.ts';
import { declareBrowserTests } from './stories.ts';

declareBrowserTests(openFirefox);
