import { openGit } from './git.ts';

/** Makes the folder a repository on branch `main` whose first commit holds everything in it. The author is the product, whatever the machine is set to. */
export async function startRepository(folder: string, message: string): Promise<void> {
  const git = await openGit(folder);
  await git.init(['--initial-branch=main']);
  await git.addConfig('user.name', 'Steiner sample');
  await git.addConfig('user.email', 'sample@steiner.invalid');
  await git.addConfig('commit.gpgsign', 'false');
  await git.add(['--all']);
  await git.commit(message, ['--no-verify']);
}
