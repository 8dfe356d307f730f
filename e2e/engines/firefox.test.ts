import { openFirefox } from './firefox.ts';
import { runStories } from './stories.ts';

runStories(openFirefox);
