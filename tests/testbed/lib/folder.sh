# SPDX-License-Identifier: GPL-2.0
# Folders of the cache: a folder is there whole or not at all. Sourced after apt.sh.

# stamp TEXT...: changes when what decides a folder's content does
stamp() {
	printf '%s\n' "$@" "$(declare -f unpack adopt)" | sha256sum | cut -c 1-16
}

# have_folder NAME STAMP
have_folder() {
	[ "$(cat "$cache/$1/.stamp" 2>/dev/null)" = "$2" ]
}

# lock_cache: whoever finds that a folder is missing makes it alone. Until this program ends.
lock_cache() {
	[ -z "${cache_locked-}" ] || return 0
	cache_locked=yes
	mkdir -p "$cache"
	exec 9>>"$cache/lock"
	flock 9
}

# make_folder NAME STAMP FUNCTION [ARG...]: FUNCTION fills the folder that it finds in
# $new, which is $folder in the end
make_folder() {
	local name=$1 stamp=$2 start=$SECONDS folder new
	shift 2
	have_folder "$name" "$stamp" && return
	say "making $name"
	folder=$cache/$name
	new=$folder.new
	rm -rf "$new" "$folder.old"
	mkdir -p "$new"
	"$@"
	echo "$stamp" >"$new/.stamp"
	[ ! -e "$folder" ] || mv "$folder" "$folder.old"
	mv "$new" "$folder"
	rm -rf "$folder.old"
	say "made $name in $((SECONDS - start)) s"
}

# unpack DIR FILE...: packages from $apt_dir/debs, without running anything of theirs
unpack() {
	local dir=$1 file
	shift
	mkdir -p "$dir"/usr/{bin,sbin,lib,lib64}
	for file in bin sbin lib lib64; do
		[ -e "$dir/$file" ] || ln -s "usr/$file" "$dir/$file"
	done
	for file; do
		dpkg-deb --fsys-tarfile "$apt_dir/debs/$file" |
			tar -x --keep-directory-symlink -C "$dir" --exclude='./usr/share/doc' \
				--exclude='./usr/share/man' --exclude='./usr/share/locale'
	done
}

# Programs of another release need that release's C library: have them name it by its
# path. They then run as they are, from anywhere, without root and without chroot.
# adopt DIR LIBS: programs in DIR, with the C library of the folder LIBS
adopt() {
	local dir=$1 libs=$2 file
	find "$dir" -type f -perm -u+x | while read -r file; do
		[ "$(patchelf --print-interpreter "$file" 2>/dev/null)" = \
			/lib64/ld-linux-x86-64.so.2 ] || continue
		patchelf --set-interpreter "$libs/usr/lib64/ld-linux-x86-64.so.2" \
			--force-rpath --set-rpath "$libs/usr/lib/x86_64-linux-gnu" "$file"
	done
}
