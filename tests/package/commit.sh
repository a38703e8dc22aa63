# SPDX-License-Identifier: GPL-2.0
# For tests of what is made of a commit; sourced after tap.sh.

# Somebody else may own the tree: it is still this one. A file, for git takes no other
# word for it from who clones.
GIT_CONFIG_GLOBAL=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/gitconfig
export GIT_CONFIG_GLOBAL

if ! git -C "$(dirname "$GIT_CONFIG_GLOBAL")" rev-parse -q --verify HEAD >/dev/null 2>&1; then
	skip "this is no git tree" "packages are made of a commit"
	done_testing
fi
