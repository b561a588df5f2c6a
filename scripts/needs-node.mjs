// Loaded before programs that older versions of Node cannot even read: they would end with ERR_UNKNOWN_FILE_EXTENSION.
const OLDEST = 24

/** What gets a newer one. On Linux the packages of this project bring it. */
const GETS_IT = {
  linux: 'npm ci',
  // Homebrew links no version but its newest into the PATH.
  darwin: 'brew install node@24 && export PATH="$(brew --prefix node@24)/bin:$PATH"',
}

const { versions, platform } = process
if (Number(versions.node.split('.')[0]) < OLDEST) {
  const how = GETS_IT[platform] ? `get it with \`${GETS_IT[platform]}\`` : 'get it from https://nodejs.org/en/download'
  process.stderr.write(`Node ${OLDEST} or later is needed, and this is ${versions.node}; ${how}.\n`)
  process.exit(1)
}
