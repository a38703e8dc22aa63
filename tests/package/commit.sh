# SPDX-License-Identifier: GPL-2.0
# For tests of what is made of a commit; sourced after tap.sh, in the tree's folder.

# Somebody else may own the tree: it is still this one.
export GIT_CONFIG_GLOBAL=$PWD/tests/package/gitconfig

if ! git rev-parse -q --verify HEAD >/dev/null 2>&1; then
	skip "this is no git tree" "packages are made of a commit"
	done_testing
fi
