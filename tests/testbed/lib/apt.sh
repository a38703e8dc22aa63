# SPDX-License-Identifier: GPL-2.0
# Debian packages of any release and architecture, without touching this machine's own:
# a private apt whose "installed" list is empty, so that asking for a package names all
# that it needs. Sourced after common.sh.

# Index lists and packages that were fetched stay here, for the next time.
apt_dir=$cache/apt

# uri_of RELEASE-PATTERN: where this machine's apt has Debian's main part of it from
uri_of() {
	env -u APT_CONFIG apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Created-By: Packages' |
		awk -v release="$1" '$2 ~ "^(" release ")$" && $3 == "main" { print $1; exit }'
}

sources() {
	local suite=$1 release=${1%-backports} mirror security
	local signed='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
	mirror=${HTM_MIRROR:-$(uri_of 'bookworm|trixie|forky|sid|oldstable|stable|testing|unstable')}
	[ -n "$mirror" ] || die "apt knows no Debian mirror here: name one in HTM_MIRROR"
	echo "deb $signed $mirror $suite main"
	[ "$suite" != sid ] || return 0
	[ "$suite" != experimental ] || { echo "deb $signed $mirror sid main"; return; }
	[ "$release" = "$suite" ] || echo "deb $signed $mirror $release main"
	echo "deb $signed $mirror $release-updates main"
	security=$(uri_of '.*-security')
	[ -z "$security" ] || echo "deb $signed $security $release-security main"
}

# open SUITE ARCH: like apt_open, with an index that is from this run
open() {
	apt_open "$1" "$2"
	[[ " $refreshed " == *" $1 "* ]] || apt_refresh
	refreshed+=" $1"
}
refreshed=

# apt_open SUITE ARCH: the calls below are for that release and architecture
apt_open() {
	local dir=$apt_dir/$1 prefer=
	# what a suite of backports has comes from there. Elsewhere Debian's own order holds:
	# preferred, the release's packages would hide those of its security and updates.
	[[ $1 != *-backports ]] || prefer=$1
	mkdir -p "$dir"/{state/lists/partial,cache,etc/apt.conf.d,etc/preferences.d} \
		"$dir"/{etc/sources.list.d,nothing/partial} "$apt_dir/debs/partial"
	: >"$dir/status"
	sources "$1" >"$dir/etc/sources.list"
	cat >"$dir/apt-$2.conf" <<-END
		Dir::State "$dir/state";
		Dir::State::status "$dir/status";
		Dir::Cache "$dir/cache";
		Dir::Cache::pkgcache "pkgcache-$2.bin";
		Dir::Cache::archives "$apt_dir/debs";
		Dir::Etc "$dir/etc";
		APT::Architecture "$2";
		APT::Architectures { "amd64"; "ppc64el"; };
		APT::Default-Release "$prefer";
		APT::Install-Recommends "false";
		APT::Sandbox::User "root";
		APT::Get::Assume-Yes "true";
		// a mirror whose index is past its date still has the packages
		Acquire::Check-Valid-Until "false";
		Acquire::Languages "none";
		Acquire::Retries "3";
		Dpkg::Use-Pty "false";
	END
	apt_suite=$1
	export APT_CONFIG=$dir/apt-$2.conf
}

# What apt complained of, without what is only noise to us.
complaints() {
	grep -E '^(E|Err|W):?|Unable|Depends' "$1" | grep -v -e 'unsandboxed' -e 'old ones used' | sort -u >&2
}

have_index() {
	local arch
	for arch in amd64 ppc64el; do
		apt-get indextargets --format '$(CODENAME) $(SUITE) $(ARCHITECTURE)' \
			'Created-By: Packages' | grep -q "\b$apt_suite .*$arch\$" || return 1
	done
}

# Bring the index up to date. Parts that a mirror in mid-sync cannot give (updates,
# security) are done without: the release's own part is what is needed.
apt_refresh() {
	local log=$apt_dir/$apt_suite/update.log try
	for try in 1 2 3; do
		if apt-get update -q >"$log" 2>&1; then
			return
		elif have_index; then
			say "$apt_suite: going on without a part of the index:"
			complaints "$log"
			return
		fi
		sleep $((try * 5))
	done
	complaints "$log"
	die "$apt_suite: no package index could be had"
}

# apt_files VERB PACKAGE...: names of the files that "apt-get VERB PACKAGE..." takes
apt_files() {
	local log=$apt_dir/$apt_suite/resolve.log
	if ! apt-get -o Dir::Cache::archives="$apt_dir/$apt_suite/nothing" --print-uris "$@" \
		>"$log" 2>&1; then
		complaints "$log"
		return 1
	fi
	awk '/^\x27/ { print $2 }' "$log"
}

# apt_fetch VERB PACKAGE...: have these packages in $apt_dir/debs and print their files'
# names. VERB install: with all that they need; download: only them. Tries again with a
# new index: a mirror in mid-sync lists what it does not have yet.
apt_fetch() {
	local log=$apt_dir/$apt_suite/fetch.log try
	for try in 1 2 3; do
		(cd "$apt_dir/debs" && apt-get -q --download-only "$@") >"$log" 2>&1 &&
			apt_files "$@" && return
		[ "$try" = 3 ] || { sleep $((try * 5)); apt_refresh; }
	done
	complaints "$log"
	shift
	say "$apt_suite: could not be had: $*"
	return 1
}

# apt_needs PACKAGE: names of the packages that it asks for directly
apt_needs() {
	apt-cache depends "$1" | awk '/Depends:/ { print $2 }'
}
